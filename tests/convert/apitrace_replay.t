#!/bin/bash
# SPDX-License-Identifier: MIT
# What apitrace has recorded is replayed, all of it. Its files have values only:
# of what kind the memory is that a pointer leads to, our tables say.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
plan 3

has() { command -v "$1" >/dev/null; }
x() { timeout 120 xvfb-run -a -s '-screen 0 640x480x24 -noreset' "$@"; }

has apitrace && has glxgears && has xvfb-run &&
	x timeout -s INT "$(scaled 3)" apitrace trace -o gears.trace glxgears \
		>trace.out 2>&1
[ -s gears.trace ] || {
	for what in 'lists of numbers are memory' 'every call is made' \
		'the file comes back as it was'; do
		skip 'no apitrace' "$what"
	done
	exit
}
run "$fxtrace" convert gears.trace gears.fxt
is "$("$fxtrace" dump gears.fxt | grep -m1 -o 'glLightfv(.*) =')" \
	'glLightfv(light=GL_LIGHT0, pname=GL_POSITION, params=[5, 5, 10, 0]) =' \
	'lists of numbers are memory'
x "$fxtrace" replay gears.fxt 2>"$tmp/err"
status=$?
err=$(cat "$tmp/err")
[ "$status" = 0 ] && says 'calls of OpenGL made' && ! says 'not made'
ok $? 'every call is made' || note <<<"$err"
apitrace dump -v --color=never gears.trace 2>/dev/null | head -n 5000 >want
"$fxtrace" convert -c '*' gears.fxt back.trace
apitrace dump -v --color=never back.trace 2>/dev/null | head -n 5000 >got
[ -s want ] && cmp -s want got
ok $? 'the file comes back as it was' || diff want got | head -n 20 | note
