#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls before the tracer's constructor and after its destructor.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/ctor

# recorded NAME WHERE...: one getenv("IN_WHERE") each in the last run's archive
recorded() {
	local name=$1 where status=0
	shift
	calls "$tmp"/fxt/ctor.*.fxt >dump.out 2>&1
	for where; do
		[ "$(grep -c "getenv.*IN_$where" dump.out)" = 1 ] && continue
		echo "IN_$where: $(grep -c "IN_$where" dump.out) times" | note
		status=1
	done
	ok $status "$name"
}

plan 9
same 'a program that returns from main is not changed' "$program" return
recorded 'calls of constructors before ours are recorded' \
	LIBRARY_CONSTRUCTOR PROGRAM_CONSTRUCTOR
recorded 'the calls of main are recorded' MAIN
recorded 'calls of exit handlers and destructors are recorded' \
	EXIT_HANDLER PROGRAM_DESTRUCTOR
recorded 'calls of destructors after ours are recorded' LIBRARY_DESTRUCTOR
same 'a program that calls exit is not changed' "$program" exit
same 'a program that calls _exit is not changed' "$program" _exit
recorded 'what came before _exit is recorded' MAIN
same 'a program that aborts is not changed' "$program" abort
