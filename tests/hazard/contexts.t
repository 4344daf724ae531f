#!/bin/bash
# SPDX-License-Identifier: MIT
# Coroutines: calls on stacks that the program changes itself.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/contexts

# count PATTERN: calls of the last run
count() { calls fxt/contexts.*.fxt 2>&1 | grep -cE "$1"; }

plan 8
same 'eight stacks take turns' "$program" turns
is "$(count ' (getenv|lseek)\(') $(count '<')" '800 0' \
	'the calls of all are recorded'
same 'a callback goes to another stack and comes back' "$program" inside
is "$(count ' qsort\(.*=> .* = void') $(count WORKER) $(count BACK_IN)" \
	'1 10 10' 'all calls are recorded, and the one that called back'
is "$(count AFTERWARDS)" 10 'and those behind it'
same 'a callback goes to a stack above its own' "$program" below
is "$(count ' qsort\(.*=> .* = void') $(count ABOVE)" '1 11' \
	'all calls are recorded, and the one that called back has returned'
is "$(count AFTERWARDS)" 10 'nor any behind it'
