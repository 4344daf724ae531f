#!/bin/bash
# SPDX-License-Identifier: MIT
# After each call of a replay, what the driver has is compared with what calls
# may have changed. Nothing changes unnoticed, and the looks change nothing.
# stress/replay_verify.t has more programs, and takes minutes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/replay/lib.sh"
export LIBGL_ALWAYS_SOFTWARE=1
unset DISPLAY WAYLAND_DISPLAY

recorded es2 es2
[ -e es2.fxt ] || {
	plan 1
	exit
}

looked es2 es2
looked resize resize egl
for i in 0 5; do
	looked fixed-$i fixed egl $i
done
for i in 0 1 2 3 4; do
	looked traceless-$i traceless egl $i
done

# A driver that changes something by a call that should not.
LD_PRELOAD=$b/tests/hazard/lib/libsly.so replay --headless --verify-state es2.fxt
is "$? $(grep -c 'glClear: unnoticed since call [0-9]*, rasterization: .*LINE_WIDTH' \
	replay.out | grep -c '[1-9]')" '1 1' 'what changes unnoticed is reported'
plan $n_tests
