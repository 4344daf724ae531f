#!/bin/bash
# SPDX-License-Identifier: MIT
# Stacks that are recorded with calls, against glibc's backtrace() at the same
# calls: backtraces.cc, and backtraces.pl, which compares them.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/backtraces
libraries=$b/tests/hazard/lib

plan 24
export FXTRACE_CALLS='write,qsort,getenv,printf,dlopen,dlclose,fork,vfork'
export FXTRACE_STACK='*'

# stacks SCENE...: what there is to say of its stacks
stacks() {
	traced "$program" "$@" >scene.out 2>&1 || echo "status $?"
	written
	perl "$tests/hazard/backtraces.pl" fxt/*.fxt 2>&1
}

# scene SCENE WANT NAME
scene() {
	is "$(stacks "$1" | grep -v '^ids')" "$2" "$3"
}

scene plain 'plain: same' 'a call has the stack that backtrace() has'
scene callbacks 'in qsort: same' \
	'as has one in a callback, without the frames of the recorder'
scene kinds 'kinds: same
getenv behind it: same
printf behind it: same
dlopen behind it: same' 'leaf, variadic and tail-jumped functions have stacks'
scene threads 'thread: same' 'and calls of threads with small stacks'
scene signals 'handler: same, 1 interrupted
handler: same, 1 interrupted
after handler: same' \
	'stacks go through signals, with the exact place, and off signal stacks'
is "$(stacks coroutines | sed 's/ end.*//; /^ids/d')" 'coroutine: same' \
	'and through coroutines, to their first function'
scene exceptions 'before throw: same
in catch: same
after catch: same' 'exceptions go through'
scene deep 'deep: same end 1 of 32' 'a deep stack is cut, and says so'
FXTRACE_STACK='*:128' scene deep 'deep: same end 1 of 128' \
	'as deep as the setting says'
FXTRACE_STACK='*:1' scene deep 'deep: same end 1 of 1' 'or as flat'
FXTRACE_STACK='getenv' scene plain '' 'other functions have none'
is "$(stacks forks | sort)" 'before fork: same
before fork: same
child: same
ids: 2
ids: 3
parent: same' 'a forked child has ids and entries of its own'
is "$(stacks vforks | grep -v ids | sort)" 'vfork child: same
vfork parent: same' 'a child of vfork has stacks, too'

# libA and libB in one place, then libA again
found=$(stacks libraries "$libraries"/libmarker_{a,b,a}.so)
if [ "$(sort -u scene.out | wc -l)" = 1 ]; then
	is "$(grep -c 'library: same' <<<"$found") $(grep modules <<<"$found")" \
		'3 modules: libmarker_a.so libmarker_b.so libmarker_a.so' \
		'stacks are right where a library takes the place of another'
else
	is "$(grep -c 'library: same' <<<"$found")" 3 \
		'stacks are right where a library comes behind another'
fi

# modes MODE...: all marks of a thousand stacks, each twice
modes() {
	FXTRACE_MODE=$1 stacks many
}
for mode in oneshot circular streaming; do
	is "$(modes $mode | sort | uniq -c | sed 's/^ *//')" '1 ids: 1000
2000 many: same' "$mode: a stack is in the archive once"
done
found=$(FXTRACE_BUFFER=64K modes streaming | sort | uniq -c)
grep -q 'many inline: same' <<<"$found" && grep -q 'many: same' <<<"$found" &&
	[ "$(awk '/same/ { n += $1 } END { print n }' <<<"$found")" = 2000 ]
ok $? 'stacks that find no space are written with their calls' || note <<<"$found"

FXTRACE_STRING_MAX=2 traced "$program" kinds >out
"$fxtrace" info fxt/*.fxt | grep -q '^cut: .*[1-9]'
ok $? 'a value that is cut is reported next to a stack'
same 'a storm of signals passes' "$b/tests/hazard/handler" storm "$tmp/counts"
calls fxt/handler.*.fxt >dump.out 2>&1
is "$(grep -c IN_MAIN dump.out) $(grep -c IN_HANDLER dump.out)" \
	"$(cat counts)" 'every call in and around its handlers is recorded'

unset FXTRACE_STACK
for value in read:0 read:129 ,; do
	FXTRACE_STACK=$value traced true >out 2>err
	is "$? $(cat err) $(ls fxt)" "0 $(case $value in
	*:*) echo 'fxtrace: FXTRACE_STACK: must end with a depth from 1 to 128,' \
		'if any; not recording' ;;
	*) echo 'fxtrace: FXTRACE_STACK: has an empty item; not recording' ;;
	esac) " "$value is refused in one line"
done
