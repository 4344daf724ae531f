#!/bin/bash
# SPDX-License-Identifier: MIT
# The programs of replay/ draw the same pictures each time, recorded or not. The
# archive has what they have read of them, and a replay draws them again. With
# ALL_WAYS=0 recordings of EGL and of GLX are replayed in each way.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/x_server.sh"
. "$tests/replay/lib.sh"

programs='arrays buffers fixed foreign lists names pixels resize shaders shared targets wrong'
# Without an X server a surface has one context at a time. Depth does not go from
# one to the next everywhere.
"$b/tests/replay/keeps"
[ $? = 1 ] && alone='each context of EGL has depth of its own'
# ways NAME [N]: two tests, the first or the second two, or all four
ways() {
	if [ "${2-1}" != 2 ]; then
		way --headless "$1" 'each picture is drawn again without an X server'
		way '' "$1" 'and in windows'
	fi
	if [ "${2-2}" = 2 ]; then
		way '--headless --single-thread' "$1" 'and by one thread'
		way --single-thread "$1" 'and in windows, by one thread'
	fi
}

# way OPTIONS NAME SENTENCE: one test
way() {
	if [[ $1 == *--headless* ]]; then
		if [ "$2" = together-glx ] && [ "${alone-}" ]; then
			skip "$alone" "$2: $3"
			return
		fi
	elif [ -z "${DISPLAY-}" ]; then
		skip 'no Xvfb' "$2: $3"
		return
	fi
	# shellcheck disable=SC2086
	replayed "$2" "$3" $1
}
unset DISPLAY
x_server
for p in $programs; do
	recorded "$p-egl" "$p" egl
	ways "$p-egl" ${ALL_WAYS-1}
	if [ "${DISPLAY-}" ]; then
		recorded "$p-glx" "$p" glx
	else
		skip 'no Xvfb' "$p-glx draws the same, recorded"
	fi
	ways "$p-glx" ${ALL_WAYS-2}
done
if [ "${DISPLAY-}" ]; then
	recorded together-glx together glx
else
	skip 'no Xvfb' 'together-glx draws the same, recorded'
fi
ways together-glx
for p in es2 es3; do
	recorded $p $p
	ways $p
done
recorded es3-by-2 es3 -1 2
replayed es3-by-2 'and by a context that has more than was requested' --headless
others=$b/tests/hazard/lib/libothers.so
for p in buffers-egl es2 es3 lists-egl names-egl pixels-egl shaders-egl shared-egl \
	targets-egl; do
	replayed $p 'and where OpenGL gives other names and places' \
		--headless
done
others=
plan $n_tests
