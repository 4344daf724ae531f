#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls that are recorded when they return (--min-time). A signal behind their
# instructions, handlers that return, jump out and fork. Programs do not notice.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/step.sh"
export FXTRACE_MIN_TIME=1ns

plan 15
returns 'the instructions of lseek' pair return 61 3
jumps 'lseek' pair jump 97 1
forks 'lseek' pair fork 61 1
inherits 'lseek' pair heir 43 1
inherits 'lseek and calls before' pair heircalls 31 1
inherits 'lseek by the bare system call' raw-pair heir 97 1
export FXTRACE_CALLS=+strfmon
returns 'the instructions of strfmon, which is jumped to' jumped return 61 3
jumps 'strfmon' jumped jump 29 1
inherits 'strfmon' jumped heir 43 1
unset FXTRACE_CALLS
for mode in streaming circular; do
	FXTRACE_MODE=$mode same "$mode: threads, forks and signals pass" \
		"$b/tests/hazard/children"
	FXTRACE_MODE=$mode same "$mode: a parent goes on behind vfork" \
		"$b/tests/hazard/vfork" after
done
unset FXTRACE_MIN_TIME
FXTRACE_ERRORS=1 same 'a vfork child fails to exec under --errors' \
	"$b/tests/hazard/vfork" failed_exec
FXTRACE_CALLERS=main FXTRACE_LIMIT=3 same 'and under other filters' \
	"$b/tests/hazard/vfork" failed_exec
