#!/bin/bash
# SPDX-License-Identifier: MIT
# What dlopen and dlsym answer does not change under the tracer.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/dlsym

plan 10
same 'dlopen finds a library by the RUNPATH of its caller' "$program" runpath
same 'a deeply bound plugin works' "$program" deepbind
same 'a plugin in a namespace of its own works' "$program" namespace
same 'a library that interposes getenv reaches the next one' "$program" next
same 'RTLD_NEXT from the program works' "$program" next_of_program
same 'RTLD_DEFAULT finds what is there and nothing else' "$program" by_default
same 'a look-up by handle works' "$program" by_handle
same 'dlvsym tells versions apart' "$program" by_version
same 'dlerror is kept over a traced call, and told once' "$program" error
same 'no name of another library appears' "$program" foreign
