#!/bin/bash
# SPDX-License-Identifier: MIT
# The same programs with the heap and string functions recorded too, which
# everything calls: the dynamic linker, libc, signal handlers, ending threads.
CALLS=+%memstr,+%alloc exec "$(dirname "$(readlink -f "$0")")/programs.t"
