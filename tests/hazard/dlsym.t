#!/bin/bash
# SPDX-License-Identifier: MIT
# What dlopen and dlsym answer does not change under the tracer.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/dlsym

plan 18
same 'dlopen finds a library by the RUNPATH of its caller' "$program" runpath
same 'a deeply bound plugin works' "$program" deepbind
same 'a plugin in a namespace of its own works' "$program" namespace
same 'a library that interposes getenv reaches the next one' "$program" next
same 'RTLD_NEXT from the program works' "$program" next_of_program
same 'RTLD_DEFAULT finds what is there and nothing else' "$program" by_default
same 'a look-up by handle works' "$program" by_handle
same 'dlvsym distinguishes versions' "$program" by_version
same 'dlerror survives a traced call, and is reported once' "$program" error
same 'no name of another library appears' "$program" foreign
same 'nor those of one that is loaded for a handle alone' "$program" \
	by_handle_alone
same 'a function by handle is the one that is called by name' \
	"$program" same_by_handle
is "$(calls fxt/dlsym.*.fxt 2>&1 | grep -c ' access(pathname="same_by_handle"')" 10 \
	'and is recorded as that is'
same 'an interposer that gets the next one by handle is not sent in circles' \
	"$program" around
same 'dlopen finds a library by $ORIGIN of its caller' "$program" origin
same 'a plugin is closed and opened again and again' "$program" again
is "$(calls fxt/dlsym.*.fxt 2>&1 | grep -c 'getenv.*NO_SUCH_VARIABLE')" 50 \
	'and its calls are recorded each time'
cat >foreign.py <<'END'
import ctypes
libc = ctypes.CDLL("libc.so.6")
for i in range(10):
	libc.lseek(-1, i, 0)
END
same "python's foreign functions go through" /usr/bin/python3 foreign.py
