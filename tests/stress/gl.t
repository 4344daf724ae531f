#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that draw with OpenGL show the same pictures, recorded, say the same
# and end the same. The archive is whole, and has the pictures. It has the calls
# that apitrace has of the same run, in the same order. compare-apitrace.pl says
# what is taken out for which reason.
#	tests/stress/gl.t [NAME...]
# shellcheck disable=SC1091,SC2016,SC2034,SC2154
. "$(dirname "$(readlink -f "$0")")/../programs/gl.sh"
needs_x_server
chosen=" $* "
[ $# -gt 0 ] || chosen=
# compare API: compares the archive of the run before with a run of apitrace's
# library for glx or egl; prints nothing if they agree
compare() {
	local trace=$wrappers/$1trace.so
	shift
	rm -f "$tmp/trace"
	once apitrace env TRACE_FILE="$tmp/trace" \
		LD_PRELOAD="${before:+$before:}$trace" "$@"
	"$fxtrace" dump --calls '%gl,%glx,%egl' "$fxt"/*.fxt >dump &&
		apitrace dump -v --thread-ids --multiline=no "$tmp/trace" \
			>trace.txt 2>trace.err || {
		tail -n 3 trace.err
		return
	}
	perl "$tests/compare-apitrace.pl" dump trace.txt "$trace" >compared.out ||
		head -n 20 compared.out
	grep -q '^alike: [1-9]' compared.out || echo 'nothing is alike'
}

# drawn API PICTURES NAME COMMAND...: three tests; with API -, the last of them,
# for which apitrace is needed, is not made
drawn() {
	local api=$1 name=$3
	if [ "$chosen" ] && [[ $chosen != *" ${name%% *} "* ]]; then
		return
	fi
	PICTURES=$2 PICTURES_CLOCK=${clock-1}
	before=$pictures
	shift 3
	program "$name" "$@"
	command -v "${needs:-$1}" >/dev/null && [ "$api" != - ] || return
	if [ -e "$wrappers/${api}trace.so" ] && command -v apitrace >/dev/null; then
		record got '%gl,%glx,%egl' "$@"
		compare "$api" "$@" >why.out 2>&1
		[ ! -s why.out ]
		ok $? "$name: the calls that apitrace has" || note <why.out
		sed -n 's/^taken out/# taken out/p' compared.out
	else
		skip 'no apitrace here' "$name: the calls that apitrace has"
	fi
	before=
}

. "$tests/stress/gl_programs.sh"
finished
