#!/bin/bash
# SPDX-License-Identifier: MIT
# What programs ought not to hand to OpenGL, and do: it goes as without the
# recorder, through EGL's and GLX's addresses.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/opengl

# unharmed NAME API WAY: one test
unharmed() {
	"$program" "${@:2}" >/dev/null 2>&1
	if [ $? = 77 ]; then
		skip 'no OpenGL here' "$1"
	else
		same "$1" "$program" "${@:2}"
	fi
}

plan 24
for api in egl glx; do
	unharmed "$api: calls without a context" $api none
	unharmed "$api: with pointers that lead nowhere" $api none nowhere
done
for api in es gl; do
	unharmed "$api: no data" $api null
	unharmed "$api: sizes below zero" $api negative
	unharmed "$api: calls after those that fail" $api after
	unharmed "$api: lengths that are never set" $api length
	unharmed "$api: sizes larger than memory" $api huge
	for way in null negative after length huge; do
		unharmed "$api: $way, where pointers lead nowhere" \
			$api $way nowhere
	done
done
