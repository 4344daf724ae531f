#!/bin/bash
# SPDX-License-Identifier: MIT
# Every lock, condition and thread-specific value is recorded. The program goes
# on as before: around fork, in ending threads, in cancelled waits.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/locks
export FXTRACE_CALLS=+*

plan 12
for FXTRACE_MODE in oneshot streaming; do
	export FXTRACE_MODE
	same "$FXTRACE_MODE: handlers around fork take locks, while threads do" \
		"$program" around_fork
	same "$FXTRACE_MODE: destructors of ending threads take locks" \
		"$program" at_thread_exit
	same "$FXTRACE_MODE: a cancelled wait gives its lock back" \
		"$program" cancelled
	same "$FXTRACE_MODE: threads and locks of C11" "$program" of_c11
	same "$FXTRACE_MODE: libc forks, and both of us return" \
		"$program" by_libc
	same "$FXTRACE_MODE: functions that call back" "$program" called_back
done
