#!/bin/bash
# SPDX-License-Identifier: MIT
# From a wrong pixel to the wrong call, as fxtrace-inspect(1) has it: a program
# has one wrong texture in frame 120 of 130.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
command -v chromium >/dev/null && command -v chromedriver >/dev/null || {
	echo '1..0 # SKIP chromium and chromium-driver are not installed'
	exit
}
export LIBGL_ALWAYS_SOFTWARE=1
unset DISPLAY WAYLAND_DISPLAY
cc -o quad -DFRAMES=130 -DWRONG=120 "$tests/examples/quad.c" -ldl || exit
./quad >/dev/null
[ $? = 77 ] && {
	echo '1..0 # SKIP no OpenGL here'
	exit
}
"$fxtrace" record -q -o game.fxt ./quad || exit
"$fxtrace" inspect -f 120 game.fxt 2>said || {
	cat said >&2
	exit 1
}
perl -I "$tests" "$tests/inspect_wrong.pl" "$tmp/game.inspect.html"
