#!/bin/bash
# SPDX-License-Identifier: MIT
# With --for-replay no value is cut, however large and wherever in a call.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/whole
unset FXTRACE_MODE

# texts NAME: the strings and bytes in calls of that name, one after another
texts() {
	"$fxtrace" dump --json -c "$1" a.fxt | perl -MMIME::Base64 -ne '
		print decode_base64($1) while /"base64":"([^"]*)"/g;
		print $1 while /"([a-z]{1000,})"/g;'
}

# part FIRST LAST: those bytes of the file, from 1
part() { head -c "$2" data | tail -c +"$1"; }

plan 8
timeout 60 "$fxtrace" record -q --for-replay -o a.fxt "$program" data
ok $? 'a program with large values runs as without'
is "$("$fxtrace" info a.fxt | grep -c '^cut:')" 0 'nothing is cut'
texts writev | cmp - <(part 1 99990)
ok $? 'the pieces of writev are whole'
is "$("$fxtrace" dump --json -c fprintf a.fxt |
	perl -ne 'print $1 if /"text":"([^"]*)\\u000a"/')" \
	"$(part 99991 $((99990 + 2 + 30000 + 1 + 29993)))" \
	'and what fprintf makes'
is "$(texts fputs)" "$(tail -c 130000 data | head -c 70000)" 'the string of fputs'
texts fwrite | cmp - <(tail -c 60000 data)
ok $? 'and the bytes of fwrite'
is "$(texts execl*,execv | wc -c)" "$((70000 + 69997))" 'and what a program is given'
"$fxtrace" record -q --overwrite -o a.fxt "$program" data
"$fxtrace" info a.fxt | grep -q '^cut: *5 calls'
ok $? 'without --for-replay each of them is cut, and reported as cut' ||
	"$fxtrace" info a.fxt | grep cut | note
