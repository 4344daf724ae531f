#!/bin/bash
# SPDX-License-Identifier: MIT
# Control flow that passes through recorded calls without returning from them.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/unwind

# goes_on WAY NAME: the calls after it are all recorded
goes_on() {
	is "$(calls fxt/unwind.*.fxt 2>&1 | grep -c AFTERWARDS)" 10 "$2"
}

plan 22
same 'C++ exceptions pass through recorded calls' "$program" exception
goes_on exception 'calls after an exception are recorded'
same 'longjmp leaves recorded calls' "$program" longjmp
goes_on longjmp 'calls after longjmp are recorded'
same 'siglongjmp leaves a blocking call' "$program" siglongjmp
goes_on siglongjmp 'calls after siglongjmp are recorded'
same 'a thread can be cancelled in a blocking call' "$program" cancel
goes_on cancel 'calls after a cancelled thread are recorded'
same 'pthread_exit returns its value and runs destructors' "$program" \
	pthread_exit
goes_on pthread_exit 'calls after pthread_exit are recorded'
same 'errno is what the call left' "$program" errno
same 'threads are cancelled wherever they are' "$program" cancel_anywhere
goes_on cancel_anywhere 'and calls after that are recorded'
FXTRACE_MODE=streaming FXTRACE_BUFFER=64K same \
	'also while they wait for space' "$program" cancel_anywhere
goes_on cancel_anywhere 'and calls after that are recorded'
same 'objects of a thread end with it' "$program" thread_local
is "$(calls fxt/unwind.*.fxt 2>&1 | grep -c AT_THREAD_END)" 20 \
	'and their calls are recorded'
export FXTRACE_CALLS='+*'
for way in longjmp siglongjmp exception cancel pthread_exit; do
	same "$way, where setjmp and everything else is recorded" \
		"$program" $way
done
