#!/bin/bash
# SPDX-License-Identifier: MIT
# Frames of OpenGL, and what the archive has of them beside the calls: what the
# program tests/gl/frames.c prints stands in its archive.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
program=$b/tests/gl/frames

plan 5
"$program" 1 >/dev/null 2>&1 || {
	for i in 1 2 3 4 5; do skip 'no OpenGL here' 'frames'; done
	exit
}

# recorded OPTIONS...: the program, into a.fxt; what it prints is in `want`
recorded() {
	FXTRACE_MODE=streaming "$fxtrace" record -q --overwrite -o a.fxt "$@" \
		"$program" >want 2>err || note <err
}

# swaps OPTIONS...: how many a dump with these shows
swaps() { "$fxtrace" dump -c eglSwapBuffers "$@" a.fxt | wc -l; }

recorded
is "$("$fxtrace" info a.fxt | sed -n 's/^ *\(frames [0-9]*\),.*/\1/p')" \
	'frames 10' 'a frame ends with each swap of any thread'
is "$(swaps --frames 0) $(swaps --frames 3-8) $(swaps --frames 8-)" '1 6 2' \
	'a dump shows the frames that are asked for'
is "$("$fxtrace" dump --stable --frames 4-5 -c 'gl*,eglS*,eglBindAPI' a.fxt |
	grep -o '[a-zA-Z]*(.*' | cut -d'(' -f1 | tr '\n' ' ')" \
	'glClear eglSwapBuffers glClear eglBindAPI glClear eglSwapBuffers ' \
	'a frame has the calls since the last swap'
is "$("$fxtrace" dump --frames 10- -c 'gl*' - < <(cat a.fxt) | wc -l)" 1 \
	'calls after the last swap have the number behind it, from a pipe, too'
recorded -c -eglSwapBuffers
is "$("$fxtrace" info a.fxt | grep -c '^ *frames [0-9]') $("$fxtrace" dump --frames 0- \
	a.fxt | wc -l)" '0 0' 'there are none if swaps are not recorded'
