#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives that become files of apitrace and archives again. Every value of
# every call is there, except for what the manual lists. apitrace_back.pl has
# that list, too, and knows what is there instead.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
back=$tests/convert/apitrace_back.pl
plan 23

perl "$back" lost >lost
is "$(sed -n '/^| lost in apitrace/,/^$/s/^| \([^|]*\) |.*/\1/p' \
	"$root/tools/man/formats.md" | sed 1d)" "$(cat lost)" \
	'the manual lists what does not come back'

# comes_back PROGRAM...: all that it calls, and what it is given
comes_back() {
	local what="all but that comes back of ${*##*/}"
	"$fxtrace" record -q --overwrite -o a.fxt -c "$calls" "$@" \
		>out 2>err </dev/null
	if [ "$calls" != '+*' ] &&
		! "$fxtrace" dump --calls %gl a.fxt 2>err | grep -q .; then
		skip 'no OpenGL here' "$what"
		return
	fi
	"$fxtrace" convert -c '*' a.fxt a.trace 2>err
	"$fxtrace" convert a.trace back.fxt
	"$fxtrace" dump --json a.fxt | perl "$back" want >want
	"$fxtrace" dump --json back.fxt | perl "$back" got >got
	[ "$(wc -l <want)" -gt 25 ] && cmp -s want got
	ok $? "$what" || diff -a want got | cut -c1-200 | note
}
calls='+*'
for name in addresses kinds machines numbers requests signals sockets terminals \
	threads varargs; do
	comes_back "$b/tests/app/$name"
done
export FXTRACE_MODE=streaming
calls='%gl,%glx,%egl'
comes_back "$b/tests/gl/drawn"
comes_back "$b/tests/gl/shapes" gl
comes_back "$b/tests/gl/shapes" es
comes_back "$b/tests/gl/fences"
for name in arrays buffers es3 lists names pixels shaders targets; do
	comes_back "$b/tests/replay/$name" egl
done
