#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes a page for browsers to standard output, made of its parts: page.html
# with the style sheets and the scripts in it. A policy lets browsers
# run only these scripts, by their sums, and fetch nothing.
#   tools/page/page.sh page.html *.css *.js
set -eu
html=$1
shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# sum FILE: its SHA-256 as policies have it
sum() {
	env printf "$(sha256sum <"$1" | cut -c 1-64 | sed 's/../\\x&/g')" |
		base64
}

# The text between the tags: a newline, and then lines.
echo | tee "$tmp/css" >"$tmp/js"
while [ "${1##*.}" = css ]; do
	cat "$1" >>"$tmp/css"
	shift
done
{
	echo "(function () {" && echo "'use strict';"
	grep -hv "^'use strict';$" "$@"
	echo '})();'
} >>"$tmp/js"
policy="default-src 'none'; base-uri 'none'; form-action 'none'"
policy="$policy; script-src 'sha256-$(sum "$tmp/js")'"
policy="$policy; style-src 'sha256-$(sum "$tmp/css")'"
sed -i 1d "$tmp/css" "$tmp/js"
sed -e "s|@POLICY@|$policy|" -e "/@STYLE@/{
r $tmp/css
d
}" -e "/@SCRIPT@/{
r $tmp/js
d
}" "$html"
