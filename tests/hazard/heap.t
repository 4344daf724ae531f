#!/bin/bash
# SPDX-License-Identifier: MIT
# A program that brings its own malloc. The tracer never calls it, and the
# program's calls of it are recorded where a setting says so.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/heap

plan 6
same 'nothing is allocated in the name of a program' "$program"
grep -Eq '^[1-9][0-9]* malloc, [1-9]' want.out
ok $? 'which does allocate' || note <want.out
export FXTRACE_CALLS=+%alloc,+%memstr
same 'nor where its heap is recorded' "$program"
is "$(for f in fxt/heap.*.fxt; do calls "$f"; done 2>&1 |
	grep -c 'getenv.*IN_MALLOC')" \
	"$(awk '/malloc/ { print $1 + $3 + $5 }' want.out)" \
	'calls in the middle of its malloc are recorded'
export FXTRACE_MODE=streaming FXTRACE_CALLS=+*
same 'nor in a session' "$program"
export FXTRACE_BUFFER=64K
same 'nor when buffers turn' "$program"
