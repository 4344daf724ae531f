#!/bin/bash
# SPDX-License-Identifier: MIT
# The same programs, heap and string functions included, in circular mode with
# buffers so small that they turn all the time.
MODE=circular CALLS=+%memstr,+%alloc \
	exec "$(dirname "$(readlink -f "$0")")/programs.t"
