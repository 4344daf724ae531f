#!/bin/bash
# SPDX-License-Identifier: MIT
# Three hundred children of a program whose threads call all the time.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/threads

plan 6
for mode in oneshot streaming circular; do
	export FXTRACE_MODE=$mode FXTRACE_BUFFER=1M
	same "$mode: three hundred forks under load" "$program" forks 300
	n=0
	for archive in fxt/*.fxt; do
		n=$((n + $(calls "$archive" | grep -c IN_FORKED_CHILD)))
	done
	is $n 300 'the call of each child is recorded'
done
