#!/bin/bash
# SPDX-License-Identifier: MIT
# Callbacks for OpenGL's debug messages. The recorder comes between, and the
# program tests/gl/messages.c sees nothing of it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
program=$b/tests/gl/messages

n=11
plan $((n + 2))

# GL_AMD_debug_output, of a library in the place of libGL
mkdir amd
cp "$b/tests/hazard/lib/libold_messages.so" amd/libGL.so.1
export LD_LIBRARY_PATH=$tmp/amd
"$b/tests/gl/old_messages" >want
is "$(FXTRACE_OUTPUT=amd.fxt LD_PRELOAD=$lib "$b/tests/gl/old_messages")" \
	"$(cat want)" 'GL_AMD_debug_output: the program hears the same'
unset LD_LIBRARY_PATH
is "$("$fxtrace" dump --raw amd.fxt | sed -n 's/.* log .* message="//p')" \
	"$(sed -n 's/^log \(.*\)/GL_DEBUG_CATEGORY_OTHER_AMD '\
'GL_DEBUG_SEVERITY_HIGH \1"/p' want)" 'and it is recorded'

"$program" >alone 2>&1 || {
	for ((i = 0; i < n; i++)); do skip 'no OpenGL here' 'messages'; done
	exit
}

# seen: what the program prints under the library, which writes to a.fxt
seen() {
	FXTRACE_OVERWRITE=1 FXTRACE_OUTPUT=a.fxt \
		timeout -s KILL 60 env LD_PRELOAD="$lib" "$program"
}

# logs: messages in the archive
logs() {
	"$fxtrace" dump --raw a.fxt |
		sed -n 's/.* log .* message="GL_.* \([0-9]*: .*\)"$/log \1/p'
}

is "$(grep -c '^listener' alone)" "$(grep -c '^log' alone)" \
	'the program hears messages'
is "$(grep -c '^one of many: listener' alone) $(sort -u alone |
	grep -c '^one of many')" '70 70' 'by 70 callbacks'
seen >want
is "$(cat want)" "$(cat alone)" 'it hears the same when it is recorded'
is "$(grep '^set\( again\)*:' want | xargs)" "$(echo set: listener 0, \
	parameter first set again: listener 0, parameter second)" \
	'a callback that is set again has its new parameter'
is "$(sed -n '/^in the other context/,/^one of many/p' want |
	grep -c '^back in the first: listener 0\|^in the other.*listener 2')" 2 \
	'contexts have callbacks of their own'
# 64 are those of 0 to 62, and one that was set by another name, too
is "$(logs)" "$(grep '^log' alone | grep -v '^log 16[3-9]:')" \
	'messages to the first 64 callbacks are recorded'
is "$("$fxtrace" info a.fxt |
	grep -c '^notice: .* more than 64 debug callbacks')" 1 \
	'that there are more is reported once'
is "$(FXTRACE_CALLS=-%gl seen)" "$(cat alone)" \
	'the program hears the same when OpenGL is not recorded'
is "$(logs)" '' 'and then no message is'

# a session that begins stopped
mkfifo in
FXTRACE_MODE=streaming "$fxtrace" record --trigger start:glFlush \
	--overwrite -o a.fxt "$program" wait <in >out 2>&1 &
exec 5<>in
until grep -q '^set' out || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
"$fxtrace" ctl a.fxt start >/dev/null
echo >&5
wait $!
exec 5>&-
is "$(logs)" "$(grep '^log' out)" \
	'a callback that was set while nothing was recorded has its messages'
is "$("$fxtrace" dump --raw a.fxt | grep -c ' log .* message="EGL_')" \
	"$(grep -c '^egl log' out)" 'as has one of EGL'
