#!/bin/bash
# SPDX-License-Identifier: MIT
# What OpenGL and EGL are asked beyond what the program asks them: a library in
# the place of libEGL, behind the recorder, counts the calls that arrive there,
# with it and without it (hazard/lib/asked.c).
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
programs=('shapes gl' 'shapes es' 'getters gl' 'readbacks gl' 'draws gl'
	'lists gl nested' 'edges gl' 'edges es' 'told gl' 'uniforms gl'
	'messages gl')
plan $((2 * ${#programs[@]} + 1))

# What may arrive more often: what is asked when a context is made current.
allowed='^(eglGetConfigAttrib\(0x0000\)|eglQuerySurface\(0x0000\)) '

egl=$(PATH=$PATH:/sbin ldconfig -p |
	sed -n 's/.*libEGL\.so\.1 (libc6,x86-64.*=> //p' | head -n 1)
mkdir lib
cp "$b/tests/hazard/lib/libasked.so" lib/libEGL.so.1
# under another name, or it would be taken for ours
ln -s "$egl" lib/libreal.so

# arrived OUTPUT PRELOAD PROGRAM ARGUMENT...: names and how often they arrived
arrived() {
	local out=$1 preload=$2

	shift 2
	ASKED_EGL=$tmp/lib/libreal.so ASKED_OUTPUT=$tmp/counts \
		LD_LIBRARY_PATH=$tmp/lib FXTRACE_OUTPUT=$tmp/a.fxt \
		timeout -s KILL 100 env LD_PRELOAD="$preload" \
		"$b/tests/gl/$1" "${@:2}" >"$out.printed" 2>err || return
	sort counts >"$out"
}

if [ -z "$egl" ] || ! arrived without '' shapes gl; then
	for ((i = 0; i < 2 * ${#programs[@]} + 1; i++)); do
		skip 'no OpenGL here' 'nothing is asked'
	done
	exit
fi
is "$(grep '^glTexImage2D ' without)" 'glTexImage2D 8' 'calls are counted'
for p in "${programs[@]}"; do
	# shellcheck disable=SC2086
	arrived without '' $p
	# shellcheck disable=SC2086
	arrived with "$lib" $p
	is "$(cat with.printed)" "$(cat without.printed)" \
		"$p: the program sees what it ever sees"
	is "$(diff without with | sed -n 's/^[<>] //p' | grep -vE "$allowed")" '' \
		"$p: no question of our own arrives, but for what is allowed"
done
