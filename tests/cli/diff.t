#!/bin/bash
# SPDX-License-Identifier: MIT
# fxtrace diff: recordings of a program that does the same are alike, whatever
# its addresses, ids and times. What else differs is reported, and nothing more.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
program diffcalls
unset FXTRACE_MODE

# record NAME WORDS...: NAME.fxt of the program with these words
record() {
	rm -f "$1.fxt"
	"$fxtrace" record -q -o "$1.fxt" diffcalls "${@:2}" >record.out 2>&1 ||
		note <record.out
}

# compare WORDS...: fxtrace diff, with the lines that report a difference, less
# the calls' numbers, in $lines, and the last one in $sum
compare() {
	run "$fxtrace" diff --context 0 "$@"
	lines=$(sed -n '/^--- \|^+++ /d
		s/^\([-+~]\)[0-9]* /\1/p; /^    /p' <<<"$out")
	sum=$(tail -n 1 <<<"$out")
}

# differs WORD LINES NAME: what a recording with that word differs by
differs() {
	record b ${1:+"$1"}
	compare a.fxt b.fxt
	is "$status $lines" "1 $2" "$3"
}

plan 34
# what must be distinguished from the rest: memory at other addresses, other ids
# and times, chance, names that are made up
record a
record b
n=$("$fxtrace" dump a.fxt | grep -vc '^#')
compare a.fxt b.fxt
is "$status $out" "0 alike: $n calls" 'two recordings of a program are alike'
cp a.fxt copy.fxt
compare a.fxt copy.fxt
is "$status $out" "0 alike: $n calls" 'a copy of an archive is alike'
compare - b.fxt <a.fxt
is "$status $out" "0 alike: $n calls" 'one archive may be standard input'

differs changed '~lseek(fd=3, offset=4, whence=SEEK_SET) = 4
    offset: 4 => 8
    ret: 4 => 8
~read(fd=3, buf="ry\000\000", count=4) = 4
    buf: "ry\000\000" => "\000\000\000\000"' \
	'an argument and a result that changed are reported from what to what'
differs added '+access(pathname="added", mode=F_OK) = -1 ENOENT' \
	'a call more is reported, alone'
is "$sum" "different: 0 of $n calls only in A, 1 of $((n + 1)) only in B, 0 \
changed" 'the last line counts what differs'
differs removed '-access(pathname="removed", mode=F_OK) = -1 ENOENT' \
	'a call less is reported, alone'
mkdir target
differs '' '~open(pathname="target", flags=O_WRONLY) = -1 ENOENT
    errno: ENOENT => EISDIR' 'another errno is reported'
rmdir target
record b blob
compare a.fxt b.fxt
grep -q '^    buf: from byte 500: "a\\000.* => "b\\000' <<<"$lines"
ok $? 'of memory the first difference is reported'
is "$(wc -l <<<"$lines")" 2 'and nothing else of that recording'
record b object
compare a.fxt b.fxt
is "$(grep -c '^    stream: 0x.* => 0x.*, which is another one$' \
	<<<"$lines")" 1 'the use of another stream is reported, at any address'

record b threads
compare a.fxt b.fxt
is "$status $out" "0 alike: $n calls" \
	'threads belong together by their names, in whatever order they began'
record b children
compare a.fxt b.fxt
is "$status $out" "0 alike: $n calls" \
	'as do children by what they run'
record b more
compare a.fxt b.fxt
is "$status $lines" '1 +fork() = PID
+waitpid(pid=PID, wstatus=NULL, options=0) = PID
+execv(pathname="/proc/self/exe", argv=["diffcalls", "child-one"]) = ? <replaced>
+access(pathname="child-one", mode=F_OK) = -1 ENOENT
+access(pathname="same", mode=F_OK) = -1 ENOENT' \
	'of a process that is only in one archive all calls are reported'
grep -q '^@@ +[0-9]* @@ [^ ]* +[0-9]*/[0-9]*$' <<<"$out"
ok $? 'and that it is only there'
compare --process 'diffcalls' a.fxt b.fxt
is "$status $(wc -l <<<"$lines")" '1 3' '--process chooses among processes'
compare --thread first a.fxt b.fxt
# Before glibc 2.34 libpthread calls libc's functions, too.
"$fxtrace" dump --thread first a.fxt >first.calls
is "$status $sum $(grep -vcE ' (prctl|__getpagesize)\(' first.calls)" \
	"0 alike: $(wc -l <first.calls) calls 11" '--thread chooses among threads'
compare --calls access a.fxt b.fxt
is "$status $(wc -l <<<"$lines")" '1 2' '--calls chooses among functions'

record b changed added
compare --no-values a.fxt b.fxt
is "$status $lines" '1 +access(pathname="added", mode=F_OK) = -1 ENOENT' \
	'--no-values compares functions only'
compare --no-results --ignore access a.fxt b.fxt
is "$status $lines" '1 ~lseek(fd=3, offset=4, whence=SEEK_SET) = 4
    offset: 4 => 8' '--no-results compares what calls were given'
compare --ignore access --ignore 'l*:offset' --ignore '*:ret' \
	--ignore 'read:buf' a.fxt b.fxt
is "$status $lines" "0 " '--ignore leaves out functions and values'
compare --summary a.fxt b.fxt
is "$(sed 1d <<<"$out" | tr -s ' ' | sort)" " 0 0 1 1 1 lseek
 0 0 1 2 2 read
 0 1 0 16 17 access
different: 0 of $n calls only in A, 1 of $((n + 1)) only in B, 2 changed" \
	'--summary counts by function'
run "$fxtrace" diff --context 1 a.fxt b.fxt
is "$(sed -n '1,2d;/^    /d;s/__fxstat/fstat/;s/^\(.\)[0-9]* \([a-z]*\).*/\1\2/p' <<<"$out" |
	tr '\n' ' ')" ' write +access ~lseek  access ~read  fstat ' \
	'--context shows calls that are alike, too'
run "$fxtrace" diff --json a.fxt b.fxt
is "$(python3 -c '
import json, sys
for line in sys.stdin:
    d = json.loads(line)
    print(d["change"], (d.get("a") or d["b"])["name"],
          [(v["name"], v["a"], v["b"]) for v in d.get("values", [])][:1])
' <<<"$out" 2>&1)" "added access []
changed lseek [('offset', 4, 8)]
changed read [('buf', {'base64': 'cnkAAA==', 'bytes': 4}, {'base64': \
'AAAAAA==', 'bytes': 4})]" \
	'--json prints the same as JSON lines'
run "$fxtrace" diff --color always --context 0 a.fxt b.fxt
is "$(sed 's/\x1b\[[0-9;]*m//g' <<<"$out")" \
	"$("$fxtrace" diff --context 0 a.fxt b.fxt)" 'colors change no letter'
[ "$out" != "$(sed 's/\x1b\[[0-9;]*m//g' <<<"$out")" ]
ok $? 'and are there'

run "$fxtrace" diff a.fxt
ends 2 'two archives are needed' 'one archive is too few'
run "$fxtrace" diff a.fxt b.fxt copy.fxt
ends 2 "two archives at a time, not also 'copy.fxt'" 'three are too many'
run "$fxtrace" diff --ignore : a.fxt b.fxt
ends 2 'not NAME or NAME:VALUE' 'what is ignored must have a name'
run "$fxtrace" diff a.fxt missing.fxt
ends 3 'missing.fxt: ' 'an archive that is not there is trouble, not different'
echo nonsense >nonsense.fxt
run "$fxtrace" diff nonsense.fxt a.fxt
ends 3 'nonsense.fxt: ' 'what is no archive is trouble'
head -c $(($(stat -c %s a.fxt) / 2 / 8 * 8 + 4)) a.fxt >half.fxt
run "$fxtrace" diff a.fxt half.fxt
ends 3 'half.fxt: offset [0-9]*: ' 'a damaged archive is reported'
[ "$(grep -c '^-' <<<"$out")" -gt 5 ]
ok $? 'after what is before the fault was compared'
# damaged in many places: nothing may break
bad=0
for i in $(seq 60); do
	cp a.fxt damaged.fxt
	printf '\377' | dd of=damaged.fxt bs=1 conv=notrunc status=none \
		seek=$((16 + i * 7919 % ($(stat -c %s a.fxt) - 16)))
	run "$fxtrace" diff damaged.fxt a.fxt
	[ "$status" -le 3 ] || bad=$status
done
is "$bad" 0 'no damage breaks it'
