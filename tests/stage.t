#!/bin/bash
# SPDX-License-Identifier: MIT
# The windows of a replay, on an X server: unit/stage.c, whose tests of windows
# are skipped where there is none.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/x_server.sh"
needs_x_server
"$b/tests/unit/stage" window
