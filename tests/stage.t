#!/bin/bash
# SPDX-License-Identifier: MIT
# The windows of a replay, on an X server: unit/stage.c, whose tests of windows
# are skipped where there is none.
# shellcheck disable=SC1091
. "$(dirname "$0")/programs/gl.sh"
needs_x_server
"$b/tests/unit/stage" window
