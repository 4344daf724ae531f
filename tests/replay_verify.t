#!/bin/bash
# SPDX-License-Identifier: MIT
# After each call of a replay, what the driver has is compared with what calls
# may have changed. Nothing changes unnoticed, and the looks change nothing.
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

# looked NAME PROGRAM [ARGUMENT...]: one test
looked() {
	local name=$1 what="nothing changes unnoticed, and looking changes nothing: $*"
	shift
	FXTRACE_OUTPUT=$tmp/$name.fxt LD_PRELOAD=$lib "$b/tests/replay/$1" \
		"${@:2}" >/dev/null 2>&1
	replay --headless --check --verify-state "$name.fxt" &&
		grep -q ' [1-9][0-9]* results compared, 0 differ' replay.out &&
		grep -q 'after [1-9][0-9]* calls, 0 sections' replay.out
	ok $? "$what" || note <replay.out
}
looked es2 es2
looked es3 es3
for p in arrays buffers foreign lists names pixels resize shaders shared targets \
	wrong; do
	looked $p $p egl
done
# Not scene 2: this driver draws other pixels if it is flushed behind
# glEvalMesh, also by the program's own glFlush.
for i in 0 1 3 4 5 6 7 8 9 10 11; do
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
