#!/bin/bash
# SPDX-License-Identifier: MIT
# record --print: the calls as text while they are made, and no program is
# disturbed.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export FXTRACE_MODE=streaming
sequence=$b/tests/hazard/sequence

# comes PATTERN FILE: whether a line of the file matches, within a minute
comes() {
	local i
	for ((i = 0; i < 1200; i++)); do
		grep -qs -- "$1" "$2" && return 0
		sleep 0.05
	done
	return 1
}

plan 25

run "$fxtrace" record --print sh -c 'ls /; exit 7'
is "$out" "$(ls /)" 'the program prints what it prints'
is "$status" 7 'its status stays'
says '^[0-9]* 0\.[0-9]* [0-9]*/[0-9]* opendir(name="/") = 0x[0-9a-f]*</> <.*>$'
ok $? 'calls come as dump prints them' || echo "$err" | note
says 'execve(.*argv=\["ls", "/"\].*<unfinished \.\.\.>$'
ok $? 'what a program never returns from stays unfinished'
says '_exit(status=7) = ? <no return>$'
ok $? 'but for calls that never do'
says '^fxtrace: [0-9,]* calls of [0-9]* programs, not kept: -o FILE would$'
ok $? 'the summary says that nothing was kept'
is "$(echo *.fxt)" '*.fxt' 'and there is no archive'
run "$fxtrace" record -q --print -c write,getpid sh -c 'echo hello'
is "$(sed 's/^[^(]* //; s/(.*//' <<<"$err" | sort | uniq -c |
	awk '{ print $1, $2 }')" $'1 getpid\n1 write' '--calls chooses'
run "$fxtrace" record -q --print sh -c 'kill -9 $$'
is "$status" 137 'a killed program has the status of its signal'
run "$fxtrace" record --print ./nonsense
ends 127 'nonsense: No such file' 'one that is not there is reported'
run "$fxtrace" record --print --mode circular true
ends 2 '--print works in streaming mode only' 'printing needs a manager'

# Live
mkfifo in
exec 3<>in
"$fxtrace" record --print -c read,write,opendir sh -c 'ls /; cat; exit 3' \
	<in >live.out 2>live.err 3>&- &
pid=$!
comes ' opendir(name="/") = ' live.err
ok $? 'a call is there while the program still runs' || note <live.err
comes ' read(fd=0, .*<unfinished \.\.\.>$' live.err
ok $? 'and one that waits'
kill -0 $pid
ok $? 'which it does still'
echo hello >&3
comes '<\.\.\. read resumed>buf="hello\\n") = 6 <[0-9.]*m\?s>$' live.err
ok $? 'it is resumed when it has its end' || note <live.err
is "$(sed -n 's/ .* read(.*<unfinished \.\.\.>$//p' live.err | head -n 1)" \
	"$(sed -n 's/ .* <\.\.\. read resumed>.*6 <.*//p' live.err)" \
	'under the number that it had'
comes ' write(fd=1, buf="hello\\n", count=6) = 6 ' live.err
ok $? 'and what follows from it comes'
exec 3>&-
wait $pid
is "$?" 3 'the program ends as it would'
is "$(cat live.out)" "$(ls /)"$'\nhello' 'with the output that it would have'

# Together with an archive
"$fxtrace" record -q --print -o a.fxt -c lseek,getenv \
	"$sequence" 30000 4 1 0 2>a.err >a.out
"$fxtrace" dump a.fxt >dump.out
# a call that waits for a processor when calls are printed comes in two pieces
awk '/<unfinished \.\.\.>$/ {
		sub(/(, )?<unfinished \.\.\.>$/, ""); begun[$1] = $0; next }
	/ <\.\.\. [a-z]+ resumed>/ { end = $0; sub(/.* resumed>/, "", end)
		print begun[$1] end; next }
	{ print }' a.err | cut -d ' ' -f 2- | sort >print.sorted
is "$(wc -l <print.sorted)" 120000 'with -o every call of four threads is printed'
cut -d ' ' -f 2- dump.out | sort | cmp - print.sorted
ok $? 'and is in the archive, the same'
"$fxtrace" record -q --print -o f.fxt sh -c \
	'for i in 1 2 3 4 5 6; do ls / & done; wait' 2>f.err >f.out
is "$(sed 's/ .*//' f.err | sort -un | wc -l)" \
	"$("$fxtrace" info f.fxt | awk '$1 == "calls:" { print $2 }')" \
	'and every call of many processes'
# what was on its way at a flush comes behind that
grep -v resumed f.err |
	awk '$2 < last { late++ } { last = $2 } END { exit late > NR / 20 }'
ok $? 'in the order in which they began, as far as that is known'
"$fxtrace" record -q --print -o - -c getpid sh -c : 2>pipe.err | cat >p.fxt
is "$(grep -c getpid pipe.err) $("$fxtrace" dump p.fxt | grep -c getpid)" \
	'1 1' 'also if the archive goes to a pipe'
"$fxtrace" record --print "$sequence" 30000 1 1 0 2>&1 >c.out | head -n 1 >head.out
is "${PIPESTATUS[0]} $(cat c.out)" '0 1 30000 0 3750 0' \
	'a closed output: the program does not notice'
