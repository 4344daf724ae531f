#!/bin/bash
# SPDX-License-Identifier: MIT
# Circular mode: the newest calls are there, whole and in order. Those that they
# have overwritten are counted exactly.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/sequence.sh"
. "$tests/hazard/step.sh"
circular=$b/tests/hazard/circular
export FXTRACE_MODE=circular FXTRACE_BUFFER=1M

# newest: of numbers.out, each series that is there is an unbroken row up to its
# last call; counts.out says how many there are
newest() {
	awk 'NR == FNR { threads = $1; calls = $2; handled = $5; next }
		$2 == 900 {
			if (seen[$3]++ || $3 >= handled) { bad++
				print "handler", $0 }
			next
		}
		($2 in next_of) && $3 != next_of[$2] { bad++
			print "not in order:", $0 }
		{ next_of[$2] = $3 + 1 }
		END {
			for (series in next_of) {
				n++
				if (next_of[series] != calls) { bad++
					print "series", series, "ends with",
						next_of[series] - 1 }
			}
			if (!n) { bad++; print "no series" }
			exit bad > 0
		}' counts.out numbers.out
}

# made N: the archive holds some of N calls, and says that all others were
# overwritten or lost
made() {
	"$fxtrace" info fxt/*.fxt | awk -v all="$1" '/^calls:/ { n = $2 }
		/^(overwritten|lost):/ { n += $2; other += $2 }
		/^stray/ { bad = 1; print }
		END {
			if (n != all || !other) print n, "of", all, "calls"
			exit bad || n != all || !other
		}'
}

# overwrites NAME ARGUMENT...: sequence ARGUMENT... of one round
overwrites() {
	local name=$1 out
	shift
	export FXTRACE_CALLS=lseek,getenv
	out=$(run_sequence "$@" && read -r threads n _ _ handled <counts.out &&
		newest && made $((threads * n + handled)))
	ok $? "$name" || note <<<"$out"
	unset FXTRACE_CALLS
}

# run_circular WHAT N: its calls in calls.out
run_circular() {
	traced "$circular" "$@" >out 2>&1
	"$fxtrace" dump fxt/circular.*.fxt >calls.out 2>&1
}

# has PATTERN NAME: one test of calls.out
has() {
	grep -Eq "$1" calls.out
	ok $? "$2" || tail -n 15 calls.out | note
}

# last_is N NAME: the last of calls.out are an unbroken row of getenv up to N
last_is() {
	awk -v last="$1" 'match($0, /getenv\(name="[0-9]+/) {
			number = substr($0, RSTART + 13, RLENGTH - 13) + 0
			if (n++ && number != next_one) { bad = 1; print }
			next_one = number + 1
		}
		END { if (next_one != last + 1) { print next_one; bad = 1 }
			exit bad }' calls.out >why.out
	ok $? "$2" || note <why.out
}

plan 40
overwrites 'of ten times the buffer the newest calls are there' 80000 4 1 0
overwrites 'also with a handler 10,000 times a second' 80000 4 1 0 timer
FXTRACE_BUFFER=64K overwrites 'also in the smallest buffer' 30000 4 1 0 timer
FXTRACE_BUFFER=64K overwrites 'sixteen threads take turns, too' 20000 16 1 0
export FXTRACE_CALLS=lseek,getenv
all_exact 'children of such a program lose nothing' 1000 1 1 20
unset FXTRACE_CALLS

traced "$b/tests/hazard/sequence" 300000 2 1 0 >counts.out
size=$(stat -c %s fxt/sequence.*.fxt)
[ "$size" -lt $((1200 << 10)) ]
ok $? 'the file stays as large as the buffer' || note <<<"$size bytes"

run_circular blocked 60000
has ' read\(.*\) = 1 <' 'a call whose begin was overwritten has its result'
ns=$(sed -n 's/.* read(.* <\([0-9.]*\)ms>$/\1/p' calls.out)
[ "${ns%.*}" -ge 25 ] # of 50, as late as the thread may come to it
ok $? 'and lasted as long as it did' || note <<<"$ns"
last_is 60009 'the newest calls are there, in order'
made=$("$fxtrace" info fxt/circular.*.fxt | sed -n 's/^stray.*/stray/p')
is "$made" '' 'no end is without its begin'
"$fxtrace" info fxt/circular.*.fxt | grep -q '^overwritten: *[0-9]'
ok $? 'info reports how many were overwritten'

run_circular blocked 100
has ' read\(fd=[0-9]+(<[^>]*>)?, buf="x", count=1\) = 1 <' \
	'a call whose begin is there is whole'
FXTRACE_CALLS=read,getenv run_circular blocked 8000
has ' read\(fd=[0-9]+(<[^>]*>)?, buf="x", count=1\) = 1 <' \
	'also if its end is in the other buffer'

run_circular killed 60000
has ' read\(.*\) = 1 <' 'killed: such a call has its result'
last_is 60009 'killed: the newest calls are there'
cp fxt/circular.*.fxt copy.fxt
"$fxtrace" recover copy.fxt >recover.out 2>&1
ok $? 'killed: the archive can be recovered' || note <recover.out
grep -q 'were overwritten' recover.out
ok $? 'recover reports how many were overwritten'
mv calls.out before.out
"$fxtrace" dump copy.fxt >calls.out
cmp -s before.out calls.out
ok $? 'recover keeps every call' || diff before.out calls.out | note
# shellcheck disable=SC2002 # a pipe is meant
cat fxt/circular.*.fxt | "$fxtrace" dump - 2>&1 | grep -q 'recover'
ok $? 'from a pipe, an unfinished one is refused with what to do'
"$fxtrace" dump - <fxt/circular.*.fxt | cmp -s - before.out
ok $? 'as standard input from a file, it is read'

# rolling_bytes, in the header behind magic, Provider Info and a blob's header
cp fxt/circular.*.fxt wide.fxt
printf '\x10' | dd of=wide.fxt bs=1 seek=71 conv=notrunc 2>/dev/null
timeout 10 "$fxtrace" info wide.fxt >out 2>&1
ok $? 'a header that promises more than the file holds stops no command' ||
	note <out
cp fxt/circular.*.fxt huge.fxt
truncate -s 12G huge.fxt
printf '\x40\x01' | dd of=huge.fxt bs=1 seek=68 conv=notrunc 2>/dev/null
timeout 10 "$fxtrace" info huge.fxt >out 2>&1
ok $? 'nor do 12 GiB that were never written' || note <out

run_circular waiting 60000
last_is 59999 'killed while a call waits: the newest calls are there'
run_circular left 1000
has ' read\(.*<abandoned>|abandoned' \
	'a call that was jumped out of much later is abandoned'
last_is 50999 'and what comes after it is there'
run_circular exec 60000 1000
has ' execv\(.*ENOENT' 'an exec that fails is there'
run_circular exec 200 200
is "$(grep -c getenv calls.out)" 400 \
	'what is before and after it is one row'

FXTRACE_BLOB_MAX=all FXTRACE_CALLS=write,getenv run_circular large 1000 2000000
is "$(grep -c getenv calls.out)" 1010 \
	'a value larger than a buffer pushes nothing out'
FXTRACE_BLOB_MAX=all FXTRACE_CALLS=write,getenv run_circular large 5000 430000
has ' write\(buf=.*\[430000\]' 'nor does one that fits push its own call out'

mkdir small
if mount -t tmpfs -o size=1m none small 2>err.out; then
	out=$(for used in 600 700 800 850; do
		rm -f small/*
		head -c ${used}k /dev/zero >small/used
		FXTRACE_OUTPUT=$tmp/small/ FXTRACE_CALLS=getenv timeout 60 env \
			LD_PRELOAD="$lib" "$circular" exec 20000 3000
		"$fxtrace" dump small/circular.*.fxt 2>err.out | tail -n 1 |
			grep -q 'name="000022999"' || echo "$used KiB in use"
		rm -rf fxt && mkdir fxt && mv small/circular.*.fxt fxt
		made 23000
	done)
	umount -l small
	is "$out" '' 'on a full disk the newest calls are there, too'
else
	skip 'cannot mount' 'on a full disk the newest calls are there, too'
fi

export FXTRACE_BUFFER=64K FXTRACE_CALLS=read,getenv
out=$(for n in 100 400 700 1000; do
	run_circular late 1000 $n
	made $((n + 1011)) || echo "late, $n more"
	"$fxtrace" dump fxt/circular.*.fxt | grep '@'
done)
is "$out" '' 'an end that outlived its begin may do so after a failed exec'
out=$(for n in 100 400 700 2000; do
	run_circular flush $n
	for archive in fxt/circular.*.fxt; do
		"$fxtrace" info "$archive" | grep '^stray'
		"$fxtrace" dump "$archive" | grep '@'
	done
done)
is "$out" '' 'or while exit still flushes'
# run_old WHAT ARGUMENT...: circular ARGUMENT... on a kernel without WHAT
run_old() {
	rm -rf fxt && mkdir fxt
	FXTRACE_OUTPUT=$tmp/fxt/ timeout 60 "$b/tests/hazard/old_kernel" \
		"$1" "$lib" "$circular" "${@:2}"
}
for what in populate membarrier; do
	run_old $what blocked 100
	[ $? = 77 ] && skip 'no seccomp' "without $what: exact" && continue
	out=$(for n in 1500 1700 2000 2300 3000; do
		run_old $what blocked $n && made $((n + 11)) || echo "$n"
		run_old $what late 1000 $n && made $((n + 1011)) ||
			echo "late $n"
		for archive in fxt/circular.*.fxt; do
			"$fxtrace" dump - <"$archive" >out 2>&1 || cat out
		done
	done)
	is "$out" '' "without $what all is exact, and every archive finished"
done
unset FXTRACE_CALLS
returns 'a turn' wide return 331 33
forks 'a turn' wide fork 2401 33
inherits 'a turn' wide heir 2401 33
jumps 'a turn' wide jump 537 1
returns 'calls with small buffers' pair return 13 13
FXTRACE_CALLS=+%memstr,+%alloc same 'a program that calls everything' \
	bash -c 'for i in 1 2 3; do ls -l /usr | sort | wc -l; done'
