#!/bin/bash
# SPDX-License-Identifier: MIT
# What only GLX has is replayed in windows, and made up for where it is not there.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/x_server.sh"
needs_x_server
plan 4

# paired PROGRAM REGEX NAME: one test
paired() {
	"$b/tests/replay/$1" glx >/dev/null
	[ $? = 77 ] && {
		skip 'no OpenGL here' "$3"
		return
	}
	FXTRACE_OUTPUT=$1.fxt LD_PRELOAD=$lib "$b/tests/replay/$1" glx >/dev/null
	LD_PRELOAD=$b/tests/hazard/lib/libpaired.so "$fxtrace" replay "$1.fxt" \
		>got 2>&1
	grep -qE "$2" got
	ok $? "$3" || note <got
}
paired resize '^windows ([1-9][0-9]*) \1 pbuffers 0 0$' \
	'each window of GLX that a replay makes is destroyed'
paired shared '^windows 0 0 pbuffers ([1-9][0-9]*) \1$' 'and each pbuffer'

FXTRACE_OUTPUT=single.fxt LD_PRELOAD=$lib "$b/tests/replay/single" >out
if [ $? = 77 ]; then
	skip 'no such windows here' 'windows of one buffer'
	skip 'no such windows here' 'no X server'
	exit
fi

{
	grep -q '^frame 9' out || echo 'less than 10 pictures'
	"$fxtrace" replay --check single.fxt || echo "status $?"
} >got 2>&1
grep -q '10 results compared, 0 differ' got && ! grep -q 'status\|not ' got
ok $? 'a window with one and an accumulation buffer has the same pictures' ||
	note <got

if grep -q '^accumulation 0' out; then
	skip 'the driver has no accumulation buffers' 'no X server'
	exit
fi
"$fxtrace" replay --headless --check single.fxt >got 2>&1
status=$?
[ $status = 0 ] && grep -q '10 results compared, 0 differ' got && ! grep -q 'not ' got
ok $? 'without an X server the replay has accumulation buffers of its own' ||
	note <got
