#!/bin/bash
# SPDX-License-Identifier: MIT
# Stacks above and below each other. Calls that a thread leaves by a jump end
# there. Those that it comes back to end when they return. No call is lost.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/jumps
storm=$b/tests/hazard/jumpstorm

# nested ARCHIVE: how many calls of each kind, or what is inside of a wrong call
nested() { "$fxtrace" dump --json "$1" | perl "$tests/hazard/nesting.pl"; }

# way NAME WAY COUNTS: the same above and below, in all modes
way() {
	local mode where out wrong=
	for mode in oneshot circular streaming; do
		for where in above below; do
			out=$(FXTRACE_MODE=$mode traced "$program" "$2" $where) ||
				wrong+="$mode $where: $out"$'\n'
			out=$(nested fxt/jumps.*.fxt)
			[ "$out" = "$3" ] || wrong+="$mode $where: $out"$'\n'
		done
	done
	[ -z "$wrong" ]
	ok $? "$1" || note <<<"$wrong"
}

# exact: every call that returned is in the archive once, each has an end, and no
# loss is reported
exact() {
	"$fxtrace" info fxt/jumpstorm.*.fxt >info.out || return
	! grep '^lost' info.out || return
	"$fxtrace" dump --json fxt/jumpstorm.*.fxt |
		perl "$tests/hazard/nesting.pl" >nested.out ||
		{ cat nested.out && return 1; }
	"$fxtrace" dump fxt/jumpstorm.*.fxt |
		sed -n 's/.* lseek(.*offset=\([0-9]\{7\}\).*/\1/p' |
		sort -n >found.out
	uniq -d found.out | sed 's/^/twice: /' | grep . && return 1
	sort -n got.out | comm -23 - <(sort -n found.out) |
		sed 's/^/missing: /' | grep . && return 1
	[ "$(wc -l <found.out)" -ge 9000 ]
}

# storm NAME MODE ON_OWN
storm() {
	local out
	out=$(export FXTRACE_MODE=$2 FXTRACE_BUFFER=16M
		traced "$storm" 3000 "$3" >got.out || exit
		exact)
	ok $? "$1" || note <<<"$out"
}

plan 17
way 'handlers that raise signals leave them by a jump' nested \
	'10 RAISE, 1100 TOP, 20 raise abandoned'
way 'a handler that interrupted no call leaves its own' plain \
	'10 QSORT, 1110 TOP, 10 qsort abandoned'
way 'so does one on a stack that the kernel hides' hidden \
	'10 QSORT, 1110 TOP, 10 qsort abandoned'
way 'such a handler changes stacks in a call and comes back' visits \
	'3 QSORT, 112 TOP, 1 qsort done'
way 'calls from deeper frames than one that was left are not inside of it' \
	same '10 QSORT, 1100 TOP, 10 qsort abandoned'
way 'a coroutine comes back to a call and returns from it' turns \
	'30 QSORT, 120 TOP, 10 qsort done'
way 'also if it changes stacks by setjmp and longjmp' jumped_turns \
	'30 QSORT, 120 TOP, 10 qsort done'
way 'or by code of its own' bare_turns '30 QSORT, 121 TOP, 10 qsort done'
way 'one that leaves a call by setcontext does not come back' gone \
	'10 QSORT, 1100 TOP, 10 qsort abandoned'
way 'nor one that leaves it by a jump' jumped \
	'10 QSORT, 1100 TOP, 10 qsort abandoned'
name='a call on one piece of a split stack has those on other pieces inside'
if ! "$b/tests/hazard/splits" >/dev/null 2>&1; then
	skip 'split stacks crash without the recorder' "$name"
else
	traced "$b/tests/hazard/splits" >/dev/null
	is "$(nested fxt/splits.*.fxt)" '960 QSORT, 2 TOP, 160 qsort done' "$name"
fi
for mode in oneshot circular streaming; do
	storm "$mode: jumps out of handlers on stacks above lose no call" \
		$mode 1
	storm "$mode: nor do those on the same stack" $mode 0
done
