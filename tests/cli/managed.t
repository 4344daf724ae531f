#!/bin/bash
# SPDX-License-Identifier: MIT
# record with a manager: one archive for all processes, whole whatever becomes
# of them, and the program does not notice.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export FXTRACE_MODE=streaming
circular=$b/tests/hazard/circular
sequence=$b/tests/hazard/sequence

# whole ARCHIVE: every word of it is part of a record, no end is without begin
whole() {
	[ -s "$1" ] && "$fxtrace" info "$1" >info.out 2>&1 &&
		! grep -Eq '^(stray|damaged|undefined)' info.out
}

# number KEY: of the last archive that was found whole
number() { awk -v key="$1:" '$1 == key { print $2 }' info.out; }

# row N: the last getenv calls of dump.out are an unbroken row from 0 to N
row() {
	awk -v last="$1" 'match($0, /getenv\(name="[0-9]+/) {
			number = substr($0, RSTART + 13, RLENGTH - 13) + 0
			if (number != next_one++) { bad = 1; print; exit }
		}
		END { if (next_one != last + 1) print next_one
			exit bad || next_one != last + 1 }' dump.out
}

plan 58

# One archive
run "$fxtrace" record -o a.fxt sh -c 'ls / | wc -l; (exit 3); exit 5'
is "$status" 5 'the status is the program'"'"'s'
says '^fxtrace: a.fxt: [0-9,]* calls of [0-9]* programs, [0-9.]* KiB$'
ok $? 'the summary names archive, calls, programs and size' ||
	echo "$err" | note
whole a.fxt
ok $? 'the archive is whole' || note <info.out
is "$(echo *.fxt)" a.fxt 'there is one for all'
is "$(grep -c '^process:' info.out)" 6 \
	'it has the shell, its children and what they started'
[ "$(stat -c %a a.fxt)" = 600 ]
ok $? 'it is its owner'"'"'s alone'
is "$(sed -n 's/^process: .* \("[a-z]*"\), .*/\1/p' info.out | sort -u |
	tr '\n' ' ')" '"ls" "sh" "wc" ' 'each by its name'
run "$fxtrace" record -q -o a.fxt true
whole a.fxt && whole a.fxt~1
ok $? 'an older archive is kept under another name'
run "$fxtrace" record -q --overwrite -o a.fxt true
whole a.fxt && [ "$(grep -c '^process:' info.out)" = 1 ]
ok $? 'or is replaced if that is requested'
run "$fxtrace" record -o none.fxt ./nonsense
is "$status $(echo none*)" '127 none*' 'a program that never ran leaves none'

run "$fxtrace" record -b 64K -o %c/no.fxt -c lseek,getenv \
	"$sequence" 1000000 1 1 0
is "$status $out" '125 1 1000000 0 125000 0' \
	'a program whose archive cannot be made runs to its end'

# Nothing lost
"$fxtrace" record -q -o n.fxt -c lseek,getenv "$sequence" 60000 4 1 0 >counts
whole n.fxt
is "$(number calls)" 240000 'four threads through small buffers lose nothing'
"$fxtrace" record -q -o n.fxt --overwrite -c lseek,getenv \
	"$sequence" 300000 2 1 0 >counts
read -r n_bytes n_blocks block < <(stat -c '%s %b %B' n.fxt)
[ "$n_bytes" -gt 30000000 ] && [ $((n_blocks * block)) -lt $((n_bytes + 1000000)) ]
ok $? 'the space that a file has ahead is given back' ||
	echo "$n_bytes bytes, $n_blocks blocks" | note
"$fxtrace" record -q -o t.fxt -c lseek,getenv "$sequence" 60000 4 1 0 timer \
	>counts
read -r threads n _ _ handled <counts
whole t.fxt
is "$(number calls)" $((threads * n + handled)) \
	'nor does a handler 10,000 times a second'
"$fxtrace" record -q -o f.fxt -c lseek,getenv "$sequence" 8000 3 1 40 >counts
read -r threads n children few _ <counts
whole f.fxt
is "$(number calls)" $((threads * n + children * few)) \
	'nor do forty children of a busy program'
"$fxtrace" record -q -b 64K -o s.fxt -c lseek,getenv "$sequence" 30000 16 1 0 \
	>counts
whole s.fxt
is "$(number calls)" 480000 'nor do sixteen threads in the smallest buffer'
"$fxtrace" record -q -b 64K --on-full drop -o d.fxt -c lseek,getenv \
	"$sequence" 60000 4 1 0 >counts
whole d.fxt
is "$(($(number calls) + $(awk '$1 == "lost:" { n += $2 } END { print n + 0 }' \
	info.out)))" 240000 'what is dropped is counted exactly'
FXTRACE_BLOB_MAX=all "$fxtrace" record -q -o b.fxt -c write,getenv \
	"$circular" large 100 300000
"$fxtrace" dump b.fxt | grep -q 'write(.*\[300000\]'
ok $? 'a large value is there whole'

# Compressed, and to a pipe
"$fxtrace" record -q -o p.fxt -c getenv "$circular" getenv 20000 >/dev/null
for how in gzip zstd; do
	run "$fxtrace" record --compress $how -o $how.fxt -c getenv \
		"$circular" getenv 20000
	is "$status $(echo "$how"*)" "0 $how.fxt" "$how keeps the archive's name"
	whole $how.fxt
	is "$(number calls)" 20010 'it is whole, with every call'
	[ "$(stat -c %s $how.fxt)" -lt $(($(stat -c %s p.fxt) / 2)) ]
	ok $? 'and smaller by half at least'
done
FXTRACE_COMPRESS=zstd "$fxtrace" record -q -o v.fxt true
is "$(head -c 4 v.fxt | od -An -tx1)" ' 28 b5 2f fd' 'a variable turns it on, too'
FXTRACE_COMPRESS=gzip FXTRACE_OUTPUT=bare.fxt FXTRACE_MANAGER=$fxtrace \
	LD_PRELOAD=$lib "$circular" getenv 2000 >/dev/null
is "$(head -c 2 bare.fxt | od -An -tx1)" ' 1f 8b' 'also without the command'
FXTRACE_COMPRESS=rar run "$fxtrace" record -q true
ends 2 'FXTRACE_COMPRESS rar: expected none, gzip or zstd' \
	'what no packing is called is refused'
"$fxtrace" record -o - -c getenv "$circular" getenv 20000 2>err.out |
	cat >pipe.fxt
whole pipe.fxt
is "$(number calls)" 20010 'through a pipe comes the whole archive'
"$fxtrace" record -q -o - sh -c 'echo hello; exit 3' 2>err.out >hello.fxt
is "$? $(cat err.out)" '3 hello' 'and what the program prints goes to stderr'
whole hello.fxt
ok $? 'not into the archive'
run "$fxtrace" record -q -o - --mode oneshot true
ends 2 '--output - does not work in oneshot mode' 'only a manager can do that'
run "$fxtrace" record -q --compress gzip --mode oneshot true
ends 2 '--compress does not work in oneshot mode' 'and compress'

# Ends
run "$fxtrace" record -q -o k.fxt -c getenv,read "$circular" waiting 30000
"$fxtrace" dump k.fxt >dump.out 2>&1
is "$status" 137 'the status of a killed program is the signal'"'"'s'
whole k.fxt
ok $? 'its archive is whole'
out=$(row 29999)
ok $? 'with every call that it made' || note <<<"$out"
grep -q ' read(.*<unfinished>' dump.out
ok $? 'and the one in flight'
for how in '_exit(3)' 'abort()' 'kill(getpid(), SIGSEGV)' 'quick_exit(3)'; do
	cat >end.c <<-EOT
		#include <signal.h>
		#include <stdlib.h>
		#include <unistd.h>
		int main(void) { getenv("LAST"); $how; }
	EOT
	if ${CC:-cc} -w -o end end.c; then
		rm -f e.fxt
		"$fxtrace" record -q -o e.fxt ./end 2>/dev/null
		whole e.fxt && "$fxtrace" dump e.fxt | grep -q LAST
		ok $? "all is there after $how"
	else
		skip 'no compiler' "all is there after $how"
	fi
done
run "$fxtrace" record -q -o x.fxt sh -c 'exec ls /'
whole x.fxt
is "$(grep -c '^process:' info.out)" 2 'an exec begins a program of its own'
run "$fxtrace" record -o o.fxt sh -c '(sleep 0.6; ls / >/dev/null) & exit 4'
[ "$status" = 4 ] && says 'still run'
ok $? 'a process that outlives the program is waited for' || echo "$err" | note
whole o.fxt && grep -q '"ls"' info.out
ok $? 'and recorded to its end'

# Progress
if command -v script >/dev/null; then
	script -qec "$fxtrace record -o line.fxt sleep 1.6" /dev/null \
		</dev/null >line.out
	grep -q $'\rfxtrace: [0-9]* calls\\?, .*B, 1 process alive, 0 lost\e\[K' \
		line.out
	ok $? 'after a second a terminal shows how far it is' || note <line.out
	grep -q $'\r\e\[Kfxtrace: line.fxt: ' line.out
	ok $? 'and no more once it is over'
	script -qec "$fxtrace record -q -o quiet.fxt sleep 1.2" /dev/null \
		</dev/null >line.out
	is "$(cat line.out)" '' 'nor if it shall be quiet'
else
	skip 'no script here' 'after a second a terminal shows how far it is'
	skip 'no script here' 'and no more once it is over'
	skip 'no script here' 'nor if it shall be quiet'
fi
run /usr/bin/python3 -c 'import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(sys.argv[1], sys.argv[1:])' "$fxtrace" record -q -o ch.fxt \
	grep -sh SigIgn /proc/self/status /nonsense
[ "$status" = 2 ] && ((0x${out##*[[:space:]]} & 0x10000))
ok $? 'who ignores its children hears of its program all the same' ||
	echo "$status $out $err" | note

# Surroundings
run "$fxtrace" record -q -o fd.fxt sh -c 'ls -l /proc/self/fd | wc -l'
is "$out" "$(sh -c 'ls -l /proc/self/fd | wc -l')" \
	'the program has no descriptor more'
run "$fxtrace" record -q -o i.fxt env -i /usr/bin/env
is "$out" '' 'a scrubbed environment looks scrubbed'
whole i.fxt && [ "$(grep -c '^process:' info.out)" = 2 ]
ok $? 'and what it starts is recorded'
if unshare -rn true 2>/dev/null; then
	run "$fxtrace" record -q -o u.fxt unshare -rn /bin/ls /
	whole u.fxt && whole u.*.fxt
	ok $? 'another network namespace has an archive of its own'
else
	skip 'no namespaces here' 'another network namespace has an archive'
fi

run "$fxtrace" record -q -o outer.fxt \
	"$fxtrace" record -q -o inner.fxt -c getenv "$sequence" 1000 1 1 0
whole inner.fxt
is "$(number calls)" 500 'a recording in a recording has what its options choose'

# The manager dies
"$fxtrace" record -q -b 64K -o g.fxt sh -c \
	'kill -9 $PPID; i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); : </dev/null
	done; echo end' >end.out 2>/dev/null
for _ in {1..100}; do
	[ -s end.out ] && break
	sleep 0.3
done
is "$(cat end.out)" end 'a program whose manager is killed runs to its end'
mkdir small
if mount -t tmpfs -o size=2m none small 2>err.out; then
	run "$fxtrace" record -o small/f.fxt "$sequence" 60000 2 1 0
	is "$status $out" '0 2 60000 0 7500 0' \
		'a program whose archive fills the disk runs to its end'
	says 'No space left'
	ok $? 'and that is reported' || echo "$err" | note
	whole small/f.fxt
	ok $? 'the archive is whole up to there' || note <info.out
	umount -l small
else
	skip 'cannot mount' 'a full disk'
	skip 'cannot mount' 'is reported'
	skip 'cannot mount' 'and the archive whole'
fi

# The output takes no more
mkfifo pipe
exec 7<>pipe
"$fxtrace" manager -o - >pipe 2>variable &
pid=$!
until [ -s variable ]; do sleep 0.05; done
run env "$(cat variable)" LD_PRELOAD="$lib" FXTRACE_ON_FULL=drop \
	FXTRACE_CALLS=lseek,getenv timeout 20 "$sequence" 10000 2 1 0
is "$status $out" '0 2 10000 0 1250 0' \
	'drop: no program waits for an output that takes no more'
kill -TERM $pid
sleep 0.3
kill -TERM $pid
for _ in 1 2 3 4 5 6 7 8 9 10; do
	kill -0 $pid 2>/dev/null || break
	sleep 0.3
done
kill -KILL $pid 2>/dev/null
ok $((! $?)) 'a second SIGTERM ends the manager'
wait $pid 2>/dev/null
exec 7>&-
