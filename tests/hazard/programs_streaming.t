#!/bin/bash
# SPDX-License-Identifier: MIT
# The same programs, heap and string functions included, lending small buffers
# to a manager that the first of them starts.
MODE=streaming CALLS=+%memstr,+%alloc \
	exec "$(dirname "$(readlink -f "$0")")/programs.t"
