#!/bin/bash
# SPDX-License-Identifier: MIT
# The page of `fxtrace inspect` in headless Chromium, with data whose every byte
# is known: inspect_scene.pm makes it, and inspect_page.pl does what a user does.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
command -v chromium >/dev/null && command -v chromedriver >/dev/null || {
	echo '1..0 # SKIP chromium and chromium-driver are not installed'
	exit
}
perl -I "$tests" "$tests/inspect_page.pl" "$tmp" "$b/tools/inspect/page.html"
