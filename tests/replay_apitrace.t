#!/bin/bash
# SPDX-License-Identifier: MIT
# Files of apitrace are replayed, all of them: those of our own converter, and
# those that apitrace has recorded. The pictures are those of the program, and
# those that apitrace's own replay makes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/x_server.sh"
. "$tests/replay/lib.sh"
unset DISPLAY
x_server

# there_and_back NAME: NAME.fxt, through a .trace, is NAME-back.fxt
there_and_back() {
	[ -e "$1.fxt" ] || return
	"$fxtrace" convert "$1.fxt" "$1.trace" 2>convert.err
	"$fxtrace" convert "$1.trace" "$1-back.fxt" 2>convert.err
	ln -s "$1.rgb" "$1-back.rgb"
}

# traced NAME API PROGRAM ARGUMENT...: apitrace's own file is NAME.trace, what
# its replay draws in NAME.shots
traced() {
	local name=$1 api=$2
	shift 2
	{
		timeout 60 apitrace trace -a "$api" -o "$name.trace" "$@" &&
			mkdir "$name.shots" &&
			timeout 100 apitrace dump-images -o "$name.shots/" \
				"$name.trace"
	} >"$name.log" 2>&1
	"$fxtrace" convert "$name.trace" "$name.fxt" 2>>"$name.log"
}

# drawn NAME SENTENCE: one test, of a file of apitrace. Its replay is that of the
# program, and of apitrace but for the first frame: there it draws before it has
# a window.
drawn() {
	local name=$1 what="$1: $2"
	if ! [ -e "$name.fxt" ] || ! [ -e "$name.shots" ]; then
		skip 'no apitrace, or no X server' "$what"
		return
	fi
	rm -rf shots
	{
		replay --strict --headless --snapshot shots "$name.fxt" ||
			echo 'it has failed'
		perl "$tests/replay/png_crc.pl" shots/frame-*.png >ours
		perl "$tests/replay/png_crc.pl" "$name.shots"/*.png >theirs
		[ "$(wc -l <ours)" -ge 10 ] || echo 'less than 10 pictures'
		diff <(sed 1d ours) <(sed 1d theirs)
		[ ! -e "$name.rgb" ] || diff ours "$name.rgb"
	} >why 2>&1
	[ ! -s why ]
	ok $? "$what" || note < <(cat why replay.out)
}

for p in arrays buffers fixed lists names pixels shaders targets; do
	recorded "$p" "$p" egl
	there_and_back "$p"
	replayed "$p-back" 'each call is made after two conversions' --headless
done
for p in es2 es3; do
	recorded $p $p
	there_and_back $p
	replayed $p-back 'each call is made after two conversions' --headless
done
# apitrace itself crashes in `arrays`
for p in buffers fixed lists names pixels shaders targets es2 es3; do
	way=egl
	[[ $p == es* ]] && way=
	if [ "${DISPLAY-}" ] && command -v apitrace >/dev/null; then
		traced "$p-theirs" egl "$b/tests/replay/$p" $way
		# apitrace has whole numbers in memory as ones with a point
		[ ! -e "$p.rgb" ] || [ $p = es3 ] ||
			ln -s "$p.rgb" "$p-theirs.rgb"
	fi
	drawn "$p-theirs" 'each call that apitrace has recorded is made'
done
plan "$n_tests"
