#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that are linked with each of OpenGL's libraries: they draw the same,
# and each call that they make is recorded. A library without its files for
# developers is skipped.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/x_server.sh"

# linked LIBRARY HEADER FLAGS...: three tests of a program that needs LIBRARY
linked() {
	local library=$1 header=$2 name="linked with $1"
	shift 2
	if ! echo "#include <$header>" | "${CC:-cc}" -E - >cc.out 2>&1 ||
		! echo 'int main(void) { return 0; }' |
			"${CC:-cc}" -x c - -o empty "$@" 2>cc.out; then
		for what in draws records needs; do
			skip "no files of $library here" "$name: $what"
		done
		return
	fi
	"${CC:-cc}" -std=gnu11 -Wall -Werror -include "$header" \
		"$tests/gl/linked/linked.c" -o "$library" "$@" >cc.out 2>&1 ||
		note <cc.out
	readelf -dW "$library" | grep -q "NEEDED.*\[$library\.so"
	ok $? "$name: the program needs that library"
	"./$library" >calls.out 2>err.out
	if [ $? = 77 ]; then
		skip "no context of $library here" "$name: it draws the same"
		skip "no context of $library here" "$name: each call is recorded"
		return
	fi
	out=$(unseen "./$library" && readable)
	ok $? "$name: it draws the same" || echo "$out"
	is "$("$fxtrace" dump --stable -c '%gl,%glx,%egl' fxt/*.fxt |
		sed -n 's/^[^ ]* \([a-zA-Z0-9]*\)(.*/\1/p' | grep -v ^fxtrace_)" \
		"$(cat calls.out)" "$name: each call is recorded"
}

plan 18
linked libOpenGL GL/gl.h -lOpenGL -lEGL
linked libGL GL/gl.h -lGL -lEGL
linked libGLESv2 GLES2/gl2.h -DLINKED_ES=2 -lGLESv2 -lEGL
linked libGLESv1_CM GLES/gl.h -DLINKED_ES=1 -lGLESv1_CM -lEGL
linked libEGL GLES2/gl2.h -DLINKED_ES=2 -lEGL -lGLESv2
x_server
linked libGLX GL/glx.h -DLINKED_GLX -lGLX -lOpenGL -lX11
