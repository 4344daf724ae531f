#!/bin/bash
# SPDX-License-Identifier: MIT
# After each call of a replay, what the driver has is compared with what calls
# may have changed: with all programs that ../replay_verify.t leaves out.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/replay/lib.sh"
export LIBGL_ALWAYS_SOFTWARE=1
unset DISPLAY WAYLAND_DISPLAY

looked es3 es3
for p in arrays buffers foreign lists names pixels shaders shared targets wrong; do
	looked $p $p egl
done
# Not scene 2: this driver draws other pixels if it is flushed behind
# glEvalMesh, also by the program's own glFlush.
for i in 1 3 4 6 7 8 9 10 11; do
	looked fixed-$i fixed egl $i
done
plan $n_tests
