#!/bin/bash
# SPDX-License-Identifier: MIT
# The same programs with every function recorded, heap, strings and locks too,
# which everything calls: the dynamic linker, libc, handlers, ending threads.
CALLS=+* exec "$(dirname "$(readlink -f "$0")")/programs.t"
