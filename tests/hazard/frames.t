#!/bin/bash
# SPDX-License-Identifier: MIT
# Functions that look at their caller, do not come back, or have arguments that
# cannot be passed on, do as they did.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/frames
export FXTRACE_CALLS=+*
ulimit -c 0

plan 9
same 'backtrace shows no frame of ours' "$program" backtrace
same 'error and error_at_line end the program' "$program" error
same 'warn returns, err ends the program' "$program" err
same 'a failed assertion ends the program' "$program" assert
same 'quick_exit runs what is registered for it' "$program" quick_exit
same 'strfmon gets its floating-point numbers' "$program" strfmon
same 'clone calls a function on a stack of its own' "$program" clone
same 'arguments behind ... arrive, at most as many words as there are' \
	"$program" words
same 'a struct of pointers to functions arrives' "$program" cookie
