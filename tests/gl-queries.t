#!/bin/bash
# SPDX-License-Identifier: MIT
# What OpenGL, EGL and GLX are queried for beyond the program's own queries. A
# library in the place of libEGL or libGL, behind the recorder, counts the calls
# that arrive there, with the recorder and without (hazard/lib/counter.h).
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
programs=('shapes gl' 'shapes es' 'getters gl' 'readbacks gl' 'draws gl'
	'lists gl nested' 'edges gl' 'edges es' 'queried gl' 'uniforms gl'
	'messages gl')
n=$((2 * ${#programs[@]} + 1))
plan $((n + 3))

# What may arrive more often: what is queried when a context is made current.
allowed='^(eglGetConfigAttrib\(0x0000\)|eglQuerySurface\(0x0000\)) '

# found SONAME: where the real one is
found() {
	PATH=$PATH:/sbin ldconfig -p |
		sed -n "s/.*$1 (libc6,x86-64.*=> //p" | head -n 1
}
egl=$(found 'libEGL\.so\.1')
gl=$(found 'libGL\.so\.1')
mkdir lib glx
cp "$b/tests/hazard/lib/libcounter.so" lib/libEGL.so.1
cp "$b/tests/hazard/lib/libcounter_glx.so" glx/libGL.so.1
# under another name, or they would be taken for ours
ln -s "$egl" lib/libreal.so 2>/dev/null
ln -s "$gl" glx/libreal.so 2>/dev/null

# arrived FOLDER OUTPUT PRELOAD PROGRAM...: names and how often they arrived
arrived() {
	local folder=$1 out=$2 preload=$3

	shift 3
	COUNTER_REAL=$tmp/$folder/libreal.so COUNTER_OUTPUT=$tmp/counts \
		FXTRACE_OUTPUT=$tmp/a.fxt \
		timeout -s KILL 100 env LD_LIBRARY_PATH="$tmp/$folder" \
		LD_PRELOAD="$preload" "$b/tests/gl/$1" "${@:2}" \
		>"$out.printed" 2>err || return
	sort counts >"$out"
}

# extra: what arrives with the recorder only, or more often, but for what may
extra() { diff without with | sed -n 's/^[<>] //p' | grep -vE "$allowed"; }

if [ -z "$egl" ] || { arrived lib without '' shapes gl; [ $? = 77 ]; }; then
	for ((i = 0; i < n; i++)); do
		skip 'no OpenGL here' 'no query is added'
	done
else
	is "$(grep '^glTexImage2D ' without)" 'glTexImage2D 8' \
		'calls are counted'
	for p in "${programs[@]}"; do
		# shellcheck disable=SC2086
		arrived lib without '' $p
		# shellcheck disable=SC2086
		arrived lib with "$lib" $p
		is "$(cat with.printed)" "$(cat without.printed)" \
			"$p: the program sees what it ever sees"
		is "$(extra)" '' \
			"$p: no query of the recorder arrives, except for what is allowed"
	done
fi

# The same of GLX; addresses and names of windows are others each time.
. "$tests/x_server.sh"
plain() { sed 's/0x[0-9a-f]*/ADDRESS/g; s/drawable=[0-9]*/drawable=NAME/' "$1"; }
if [ -z "$gl" ] || ! x_server ||
	{ arrived glx without '' drawables; [ $? = 77 ]; }; then
	for ((i = 0; i < 3; i++)); do
		skip 'no GLX here' 'no query is added'
	done
	exit
fi
# a configuration's attributes
allowed='^glXGetFBConfigAttrib\('
is "$(grep '^glXMakeCurrent' without)" 'glXMakeCurrent(0x0000) 7' \
	"GLX's calls are counted"
arrived glx with "$lib" drawables
is "$(plain with.printed)" "$(plain without.printed)" \
	'drawables: the program sees what it ever sees'
is "$(extra)" '' \
	'drawables: no query of the recorder arrives, except for what is allowed'
