#!/bin/bash
# SPDX-License-Identifier: MIT
# record: the program's status and surroundings are its own. The archive gets
# the chosen name, and what prevents it is reported.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
program lsarchive

# status NAME WANT COMMAND...: record returns WANT
status() {
	run "$fxtrace" record -o s/ -- "${@:3}"
	is "$status" "$2" "$1"
}

# variable NAME=VALUE WORDS...: with these options the program has the variable
variable() {
	run "$fxtrace" record -o v/ "${@:2}" env
	grep -qxF -- "$1" <<<"$out"
	ok $? "$2 becomes ${1%%=*}" || grep FXTRACE <<<"$out" | note
}

# whole ARCHIVE: every word of it is part of a record
whole() {
	[ -s "$1" ] && lsarchive "$1" >records && ! grep -q '^gap' records
}

mkdir s v dir
plan 60

# The exit status
status 'success is passed on' 0 true
status 'failure is passed on' 1 false
status 'any status is passed on' 3 sh -c 'exit 3'
status 'a killed program gives 128 and its signal' 137 sh -c 'kill -9 $$'
status 'an aborted program gives 134' 134 sh -c 'kill -ABRT $$'
status 'a program that is not there gives 127' 127 ./nonsense
ends 127 'nonsense: No such file' 'and is named'
status 'a program that is in no folder gives 127' 127 nonsense-nowhere
status 'a folder gives 126' 126 ./dir
touch plain && status 'a file that is no program gives 126' 126 ./plain
run "$fxtrace" record -o nowhere/a.fxt true
ends 125 'archives cannot be made in .*nowhere/' \
	'a folder that is not there is reported before the program runs'
is "$(find s -name 'nonsense*')" '' 'a program that never ran leaves no archive'

# What the program sees
is "$("$fxtrace" record -q -o s/ echo -o x --help)" '-o x --help' \
	'options behind the program are its own'
is "$("$fxtrace" record -q -o s/ -- echo -- --x)" '-- --x' \
	'and a second --'
is "$(echo text | "$fxtrace" record -q -o s/ cat)" text \
	'standard input is the program'"'"'s'
run "$fxtrace" record -q -o s/ sh -c 'echo out; echo err >&2'
is "$status $out $err" '0 out err' '-q adds nothing to its output'
is "$(LD_PRELOAD=libc.so.6 "$fxtrace" record -q -o s/ sh -c \
	'echo $LD_PRELOAD')" "$(realpath "$lib"):libc.so.6" \
	'the recorder comes first in LD_PRELOAD, others stay'
is "$(LD_PRELOAD="$(realpath "$lib")" "$fxtrace" record -q -o s/ sh -c \
	'echo $LD_PRELOAD')" "$(realpath "$lib")" 'and it is there once'
run env FXTRACE_SESSION=nonsense "$fxtrace" record -q -o s/ env
is "$(grep -c FXTRACE_SESSION=nonsense <<<"$out")" 0 \
	'an outer session is left'
variable FXTRACE_STRING_MAX=77 --string-max 77
variable FXTRACE_BLOB_MAX=all --blob-max=all
variable FXTRACE_BUFFER=2M -b2M
variable FXTRACE_CALLS=+getpid --calls +getpid
variable FXTRACE_FOLLOW=0 --no-follow
variable FXTRACE_MODE=oneshot --mode oneshot
run env FXTRACE_STRING_MAX=78 "$fxtrace" record -q -o v/ env
is "$(grep -xc FXTRACE_STRING_MAX=78 <<<"$out")" 1 \
	'an option that is not given leaves the variable'
"$fxtrace" record -q -o s/ sh -c \
	'trap "exit 5" TERM; echo >ready; while :; do sleep 0.01; done' &
until [ -e ready ]; do sleep 0.01; done
kill -TERM $!
wait $!
is $? 5 'SIGTERM is passed on'
rm ready
setsid -w "$fxtrace" record -q -o s/ sh -c \
	'trap "exit 6" INT; kill -INT 0; sleep 5' 2>/dev/null
is $? 6 'SIGINT is left to the program'

# A program that runs already
sleep 60 &
until [ "$(cat "/proc/$!/comm")" = sleep ]; do sleep 0.01; done
run "$fxtrace" record -p $!
ends 2 "^fxtrace: record --pid $!: .*it cannot attach" \
	'-p says that attaching is impossible, as a usage error'
says '^fxtrace: start it again: fxtrace record -- sleep 60$'
ok $? 'and how to start that program again'
kill $!
"$fxtrace" record -q -o s/ sleep 60 &
until pid=$(pgrep -P $! sleep) && grep -q libfxtrace "/proc/$pid/maps"; do
	sleep 0.01
done
run "$fxtrace" record -p "$pid"
ends 2 'is recorded already: `fxtrace ps`' \
	'or that it is recorded already'
kill "$pid"
run "$fxtrace" record -p nonsense
ends 2 'not a process id' 'what is no process id is reported'
run "$fxtrace" record -p 4194305
ends 2 'no such process' 'a process that is not there is reported'

# Names
(cd dir && "$fxtrace" record -q true)
find dir -type f | grep -qx 'dir/true\.[0-9]*\.fxt'
ok $? 'by default the archive is %c.%p.fxt here'
"$fxtrace" record -q -o a.fxt true
whole a.fxt
ok $? 'the archive of an ended program is whole'
[ "$(stat -c %a a.fxt)" = 600 ]
ok $? 'and its owner'"'"'s alone'
cp a.fxt old.fxt
"$fxtrace" record -q -o a.fxt true
"$fxtrace" record -q -o a.fxt true
[ ! -e a.1.fxt ] && [ -e a.fxt~2 ] && cmp -s a.fxt~1 old.fxt
ok $? 'an older archive is kept under another name'
"$fxtrace" record -q --overwrite -o a.fxt true
[ ! -e a.fxt~3 ] && whole a.fxt && ! cmp -s a.fxt old.fxt
ok $? '--overwrite replaces it'
cp a.fxt kept.fxt
for mode in oneshot streaming; do
	"$fxtrace" record -q --mode $mode --overwrite -o a.fxt ./none 2>said
	is "$? $(cmp a.fxt kept.fxt 2>&1) $(ls -A | grep -c '^\.fxtrace')" '127  0' \
		"but not in $mode mode if there is no such program" || note <said
done
mkfifo pipe
timeout 20 "$fxtrace" record -q --overwrite -o pipe true 2>said
is "$? $([ -p pipe ] && echo stays)" '2 stays' \
	'but nothing that is no file'
FXTRACE_OUTPUT=$PWD/pipe FXTRACE_OVERWRITE=1 FXTRACE_MODE=oneshot \
	LD_PRELOAD=$lib true
is "$([ -p pipe ] && echo stays)" stays 'nor does a recorder by itself'
"$fxtrace" record -q -o 'x%%-%c.fxt' true
[ -e x%-true.fxt ]
ok $? '%c is the name, %% a percent sign'
mkdir '100%p' && (cd '100%p' && "$fxtrace" record -q -o b.fxt true)
[ -e '100%p/b.fxt' ]
ok $? 'a percent sign in the current folder means itself'
FXTRACE_OUTPUT=e.fxt "$fxtrace" record -q true
[ -e e.fxt ]
ok $? 'the variable names the archive, too'
"$fxtrace" record -q -o c.fxt bash -c 'ls / | sort >/dev/null; true'
n=$(find . -name 'c.[0-9]*.fxt' | wc -l)
[ "$n" -ge 2 ] && [ -e c.fxt ]
ok $? 'other processes write next to it' || find . -name 'c.*' | note
status=0
for archive in c.*fxt; do whole "$archive" || status=1; done
ok $status 'their archives are whole'

# The summary
run "$fxtrace" record -o f.fxt ls /
says '^fxtrace: f.fxt: [0-9,]* calls, [0-9.]* KiB$'
ok $? 'the summary names archive, calls and size' || echo "$err" | note
run "$fxtrace" record -o g.fxt sh -c 'ls /; ls /; true'
says '^fxtrace: g.fxt and [0-9]* more next to it: [0-9,]* calls'
ok $? 'the summary counts the other archives' || echo "$err" | note
run "$fxtrace" record -b 64K -o h.fxt ls -lR /usr/share
says 'calls dropped for lack of space: record with --buffer'
ok $? 'losses are reported, with what helps' || echo "$err" | note
run "$fxtrace" record -o k.fxt sh -c 'ls / >/dev/null; kill -9 $$'
ends 137 'was killed; its archive was finished here' \
	'a killed program'"'"'s archive is finished'
whole k.fxt
ok $? 'and then whole'

run "$fxtrace" record -o m.fxt sh -c 'sleep 60 & echo $!
	while [ ! -s m.$!.1.fxt ]; do :; done'
pid=$out
says "^fxtrace: process $out is still running"
ok $? 'a process that outlives the program is reported' || echo "$err" | note
run "$fxtrace" recover "m.$pid.1.fxt"
ends 1 'is still writing it' 'and its archive left to it'
kill "$pid"
[ "$(stat -c %s f.fxt)" -lt 100000 ]
ok $? 'an archive of few calls is small'

# Where there is nothing to record
echo 'int main(void) { return 4; }' >static.c
if cc -static static.c -o static 2>/dev/null; then
	run "$fxtrace" record -o s/ ./static
	ends 4 'nothing was recorded: ./static is statically linked' \
		'a static program runs, and why it is not recorded is reported'
	cc -static-pie static.c -o pie
	run "$fxtrace" record -o s/ ./pie
	ends 4 'warning: ./pie is statically linked' 'as does a static PIE'
	printf '#!%s/static\n' "$tmp" >script && chmod +x script
	run "$fxtrace" record -o s/ ./script
	ends 4 'warning: ./script is a script of .*/static, which is static' \
		'a script is judged by its interpreter'
else
	skip 'no static libc' 'a static program is reported'
	skip 'no static libc' 'as does a static PIE'
	skip 'no static libc' 'a script is judged by its interpreter'
fi
cc static.c -o dynamic
cp dynamic small && printf '\001' | dd of=small bs=1 seek=4 conv=notrunc \
	2>/dev/null
run "$fxtrace" record -o s/ ./small
says 'warning: ./small is a 32-bit program'
ok $? 'a 32-bit program is reported'
# Root has no more rights to gain.
as=()
if [ "$(id -u)" = 0 ]; then
	as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	reachable
fi
mkdir -m 1777 raised
if [ -u "$(command -v su)" ] && { [ ! "${as[*]}" ] || "${as[@]}" true; }; then
	run "${as[@]}" "$fxtrace" record -o raised/ su --version
	says 'warning: su runs with raised rights'
	ok $? 'a set-user-ID program is reported' || echo "$err" | note
else
	skip 'no other rights to have here' 'a set-user-ID program is reported'
fi
