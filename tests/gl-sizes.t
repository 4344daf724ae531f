#!/bin/bash
# SPDX-License-Identifier: MIT
# The sizes of X's windows and pixmaps are queried over the program's own
# connection (gl/sizes.c). It gets its own errors, events and numbers, as ever.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/x_server.sh"
needs_x_server
plan 20

# recorded ARCHIVE: the sizes in it
recorded() {
	"$fxtrace" dump --calls fxtrace_glx_drawable "$1" | sed -n \
		's/.* width=\(.*\), height=\(.*\), known=FXTRACE_SIZE_\([A-Z]*\).*/size \1x\2 \3/p'
}

# traced OUTPUT CASE [PRELOAD]
traced() {
	rm -f "$2.fxt"
	timeout -s KILL 100 env FXTRACE_OUTPUT="$2.fxt" \
		LD_PRELOAD="$lib${3:+:$3}" "$b/tests/gl/sizes" "$2" >"$1" 2>&1
}

# sizes CASE WORDS: the case without the recorder and with it
sizes() {
	timeout -s KILL 100 "$b/tests/gl/sizes" "$1" >without 2>&1
	if [ $? = 77 ]; then
		skip 'no OpenGL here' "$2: seen"
		skip 'no OpenGL here' "$2: recorded"
		return
	fi
	traced with "$1"
	is "$? $(cat with)" "0 $(cat without)" \
		"$2: the program sees what it ever sees"
	is "$(recorded "$1.fxt")" "$(grep '^size ' without)" \
		"$2: its size is recorded"
}

sizes stranger "another client's window"
sizes gone "another client's window that goes while it is current"
sizes early 'a window that is gone already'
sizes shown "windows, pixmaps and pbuffers of GLX's"
sizes locked 'a display that is locked, and used by another thread'
sizes serials 'errors of the program, before and behind the query'
sizes events 'events that come meanwhile'
sizes quiet 'frames with one viewport again and again'

if ! grep -q '^size ' without; then
	skip 'no OpenGL here' 'the numbers are right'
	skip 'no OpenGL here' 'nothing is queried'
	skip 'no OpenGL here' 'no calls'
	skip 'no OpenGL here' 'a handler'
	exit
fi
"$b/tests/gl/sizes" serials | grep -v '^size' | sort | uniq -c >got
is "$(sed 's/^ *//' got)" '8 1 errors, the last 3 of 8
8 of the right number' 'the program meets the errors that it provokes'

# a library of that name that is there twice
cp "$b/tests/hazard/lib/libdeepbind.so" libxcb.so.1.9
traced with stranger "$tmp/libxcb.so.1.9"
is "$(recorded stranger.fxt)" 'size -1x-1 UNKNOWN
size 200x100 VIEWPORT' 'where X cannot be queried, the viewport says a size'

# behind the call that makes it current, as far as what is recorded of it
FXTRACE_CALLS='+*' traced with quiet
"$fxtrace" dump --json quiet.fxt | perl -ne '
	my ($begin, $name) = (/"begin_ns":(\d+)/, /,"name":"(\w+)"/);
	exit if $name eq "fxtrace_glx_drawable";
	print "$name\n" if $end && $begin > $end &&
		$name =~ /^(poll|recvmsg|writev|.*alloc|free|mem.*|p?read|write)$/;
	$end = $1 if $name eq "glXMakeCurrent" && /"end_ns":(\d+)/;' >got
is "$(sort got | uniq -c)" '' 'what the query calls is not the program'\''s'

traced with handler
is "$("$fxtrace" dump --calls getppid handler.fxt | wc -l) handled" \
	"$(tail -n 1 with)" 'what a handler calls meanwhile is'
