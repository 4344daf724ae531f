#!/bin/bash
# SPDX-License-Identifier: MIT
# Odd things that programs may do: they go as without the tracer, and what comes
# after them is recorded.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/odd
reachable

# count PATTERN: calls of the last run, over all archives
count() {
	local archive
	for archive in fxt/*.fxt; do calls "$archive"; done 2>&1 | grep -c "$1"
}

# odd WAY NAME: two tests
odd() {
	same "$2" "$program" "$1"
	is "$(count AFTERWARDS)" 10 'and what comes after it is recorded'
}

plan 48
for mode in oneshot streaming; do
	export FXTRACE_MODE=$mode
	odd environment "$mode: a program without an environment starts others"
	odd sense "$mode: one hands nonsense to exec, and gets an error"
	odd nested "$mode: calls are open in one another 500 times"
	odd overflow "$mode: a program lives on when its stack is full"
	odd thrown "$mode: a handler throws through a call"
	odd back "$mode: a callback looks back over a call to main"
	same "$mode: a busy thread replaces the program" "$program" exec
	[ "$(count BUSY)" -gt 100 ]
	ok $? 'and what came before is recorded'
	odd sharing "$mode: a clone shares even the thread storage"
	is "$(count DURING_CLONE | awk '{ print ($1 >= 20000) }') $(
		count IN_CLONE)" '1 0' 'and is not recorded itself'
	odd waiting "$mode: one does so while it is waited for"
	is "$(for f in fxt/*.fxt; do "$fxtrace" dump "$f"; done |
		awk '/WHILE_WAITED/ { n[$3]++ } END { for (id in n)
			print n[id] }' | xargs)" '5 5 5' \
		'and is recorded under its own name'
	odd elsewhere "$mode: a program goes into namespaces of its own"
	odd powerless "$mode: one gives up its rights and has children"
done
