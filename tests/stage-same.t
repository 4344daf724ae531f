#!/bin/bash
# SPDX-License-Identifier: MIT
# The pictures of a replay are the same with and without windows, on an X
# server: unit/stage_same.c.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/x_server.sh"
needs_x_server
"$b/tests/unit/stage_same"
