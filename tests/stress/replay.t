#!/bin/bash
# SPDX-License-Identifier: MIT
# OpenGL programs are recorded, and replayed without a difference: each picture,
# and whatever they have queried of OpenGL.
#	tests/stress/replay.t [NAME...]
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname "$(readlink -f "$0")")/../programs/gl.sh"
needs_x_server
chosen=" $* "
[ $# -gt 0 ] || chosen=

# replayed NAME OPTION...: one test
replayed() {
	local name=$1 status
	shift
	timeout 300 "$fxtrace" replay --check --strict "$@" "$fxt"/*.fxt \
		>replay.out 2>&1
	status=$?
	[ $status = 0 ] && grep -q ' [1-9][0-9]* results compared, 0 differ' \
		replay.out
	ok $? "$name" || { echo "status $status" && tail -n 5 replay.out; } | note
}

# drawn API PICTURES NAME COMMAND...: two tests
drawn() {
	local name=$3
	if [ "$chosen" ] && [[ $chosen != *" ${name%% *} "* ]]; then
		return
	fi
	PICTURES=$2 PICTURES_CLOCK=${clock-1}
	before=$pictures
	shift 3
	if ! command -v "${needs:-$1}" >/dev/null; then
		skip "no ${needs:-$1} here" "$name: without an X server"
		skip "no ${needs:-$1} here" "$name: in windows"
		return
	fi
	record got '%gl,%glx,%egl' "$@"
	before=
	replayed "$name: without an X server" --headless
	replayed "$name: in windows"
}
. "$tests/stress/gl_programs.sh"
finished
