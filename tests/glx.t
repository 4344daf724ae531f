#!/bin/bash
# SPDX-License-Identifier: MIT
# Attributes of GLX and their values are recorded by name. What tests/gl/glx.c
# prints is in a dump of its calls.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"

plan 2
x() { xvfb-run -a -s '-screen 0 640x480x24 -noreset' "$@"; }
command -v xvfb-run >/dev/null && x "$b/tests/gl/glx" >/dev/null 2>&1 || {
	skip 'no OpenGL with a display here' 'names of constants'
	skip 'no OpenGL with a display here' 'no lines that are empty'
	exit
}
FXTRACE_MODE=oneshot x "$fxtrace" record -q --overwrite -o a.fxt -c '%glx' -- \
	"$b/tests/gl/glx" >want 2>err || note <err
"$fxtrace" dump --stable a.fxt >got
missing=$(while read -r line; do
	grep -qF -- "$line" got || echo "$line"
done <want)
is "$missing" '' 'constants, bits and lists of attributes have names' || note <got
ok "$(($(wc -l <want) < 12))" 'the program has queried all of it'
