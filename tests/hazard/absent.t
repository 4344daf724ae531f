#!/bin/bash
# SPDX-License-Identifier: MIT
# A program that is not linked with libm does not see its functions, though the
# tracer has a wrapper of each.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/absent
export FXTRACE_CALLS=+*

plan 4
same 'dlsym finds no function of a library that is not there' \
	"$program" by_default
same 'dlerror says once that there is none' "$program" error
same 'the functions of a library loaded later are found' "$program" loaded
same 'a library that comes back elsewhere is called where it is' \
	"$program" again
