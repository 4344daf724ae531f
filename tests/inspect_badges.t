#!/bin/bash
# SPDX-License-Identifier: MIT
# Badges of draws that change nothing, or not what they should, and none of right
# ones, in headless Chromium: replay/undrawn.c draws them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
command -v chromium >/dev/null && command -v chromedriver >/dev/null || {
	echo '1..0 # SKIP chromium and chromium-driver are not installed'
	exit
}
export LIBGL_ALWAYS_SOFTWARE=1
unset DISPLAY WAYLAND_DISPLAY
"$b/tests/replay/undrawn" >/dev/null
[ $? = 77 ] && {
	echo '1..0 # SKIP no OpenGL here'
	exit
}
for way in gl es; do
	"$fxtrace" record -q -o "$way.fxt" "$b/tests/replay/undrawn" "$way" || exit
	"$fxtrace" inspect -f 1 "$way.fxt" 2>said || {
		cat said >&2
		exit 1
	}
done
perl -I "$tests" "$tests/inspect_badges.pl" "$tmp" "$b/tools/inspect/page.html"
