#!/bin/bash
# SPDX-License-Identifier: MIT
# What programs ought not to hand to OpenGL, and do: it goes as without the
# recorder, through EGL's and GLX's addresses.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/opengl

# stands NAME API WAY: one test
stands() {
	"$program" "${@:2}" >/dev/null 2>&1
	if [ $? = 77 ]; then
		skip 'no OpenGL here' "$1"
	else
		same "$1" "$program" "${@:2}"
	fi
}

plan 24
for api in egl glx; do
	stands "$api: calls without a context" $api none
	stands "$api: with pointers that lead nowhere" $api none nowhere
done
for api in es gl; do
	stands "$api: no data" $api null
	stands "$api: sizes below zero" $api negative
	stands "$api: calls after those that fail" $api after
	stands "$api: lengths that nobody sets" $api length
	stands "$api: sizes larger than memory" $api huge
	for way in null negative after length huge; do
		stands "$api: $way, where pointers lead nowhere" \
			$api $way nowhere
	done
done
