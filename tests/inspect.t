#!/bin/bash
# SPDX-License-Identifier: MIT
# The data of `fxtrace inspect` in headless Chromium: unit/inspect_page makes
# pages of random contents, pictures and state, and inspect.pl reads them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
command -v chromium >/dev/null && command -v chromedriver >/dev/null || {
	echo '1..0 # SKIP chromium and chromium-driver are not installed'
	exit
}
top=$tests/..
mkdir data
INSPECT_PAGE=$tmp/data "$b/tests/unit/inspect_page" >/dev/null 2>&1
"$top/tools/page/page.sh" "$tests/inspect/page.html" "$tests/inspect/page.css" \
	"$top/tools/page/unpack.js" "$top"/tools/inspect/{data,tiles,states}.js \
	"$tests/inspect/page.js" >page.html
for name in whole thin large; do
	sed "/<!--DATA-->/{
r data/$name.html
d
}" page.html >$name.html
done
perl -I "$tests" "$tests/inspect.pl" "$tmp"
