#!/bin/bash
# SPDX-License-Identifier: MIT
# Frames of OpenGL, and what the archive has of them in addition to the calls.
# What the program tests/gl/frames.c prints is in its archive.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
program=$b/tests/gl/frames

n=28
plan $n
"$program" 1 >/dev/null 2>&1 || {
	for ((i = 0; i < n; i++)); do skip 'no OpenGL here' 'frames'; done
	exit
}

# recorded OPTIONS...: $program, into a.fxt; what it prints is in `want`
recorded() {
	FXTRACE_MODE=streaming "$fxtrace" record -q --overwrite -o a.fxt "$@" \
		"$program" >want 2>err || note <err
}

# swaps OPTIONS...: how many a dump with these shows
swaps() { "$fxtrace" dump -c eglSwapBuffers "$@" a.fxt | wc -l; }

# raw PATTERN: records of the archive
raw() { "$fxtrace" dump --raw a.fxt | grep "$1"; }

# field NAME: of standard input's records
field() { sed -n "s/.* $1[a-z0-9:]* *=\"*\\([^ \"]*\\).*/\\1/p"; }

# async: what goes on, from its begin to its end, a line each by their ends:
# name, target, functions and whether it was signalled
async() {
	raw ' async_' >async.out
	perl -ne '
		my ($type, $name, $by) =
			/ async_(\w+) .* name="(\w+)" (?:ended_)?by\S* ="(\w+)"/
			or next;
		my ($id) = /tail=(\d+)/;
		$open{$id} = $name . (/target\S* ="(\w+)"/ ? " $1" : "")
			if $type eq "begin" && !$open{$id};
		$open{$id} .= " $by" if $open{$id};
		next if $type ne "end";
		print $open{$id}, /signaled\S*=(\w+)/ ? "=$1" : "", "\n";
		delete $open{$id};
		END { print "open $_\n" for values %open }' async.out
}

# named: names of GL objects
named() {
	raw ' userspace_object ' | perl -ne '
		my ($pointer, $name) = /pointer=(\S+) .* name="(.*?)"/;
		print "label ", / name\S*=(\d+)/ ? $1 : $pointer, " $name\n"
			if !m{name="/}'
}

recorded
is "$("$fxtrace" info a.fxt | sed -n 's/^ *\(frames [0-9]*\),.*/\1/p')" \
	'frames 10' 'a frame ends with each swap of any thread'
is "$(swaps --frames 0) $(swaps --frames 3-8) $(swaps --frames 8-)" '1 6 2' \
	'a dump shows the frames that are chosen'
is "$("$fxtrace" dump --stable --frames 4-5 -c 'gl*,eglS*,eglBindAPI' a.fxt |
	grep -o '[a-zA-Z]*(.*' | cut -d'(' -f1 | tr '\n' ' ')" \
	'glClear eglSwapBuffers glClear eglBindAPI glClear eglSwapBuffers ' \
	'a frame has the calls since the last swap'
is "$("$fxtrace" dump --frames 10- -c 'gl*' - < <(cat a.fxt) | wc -l)" 1 \
	'calls after the last swap have the number behind it, from a pipe, too'
recorded -c -eglSwapBuffers
is "$("$fxtrace" info a.fxt | grep -c '^ *frames [0-9]') $("$fxtrace" dump --frames 0- \
	a.fxt | wc -l)" '0 0' 'there are none if swaps are not recorded'
is "$(raw 'fxtrace:frame' | wc -l)" 0 'nor is their time counted'

for mode in streaming circular oneshot; do
	FXTRACE_MODE=$mode LD_PRELOAD=$lib FXTRACE_OVERWRITE=1 \
		FXTRACE_OUTPUT=a.fxt "$program" >want
	raw 'fxtrace:frame' >counters.out
	is "$(grep ' event counter .*name="frame"' counters.out | field tail |
		perl -ne '$n{$_}++ or push @ids, $_;
			END { printf "%d %#x\n", $n{$_}, $_ for @ids }')" \
		"$(sed -n 's/^drawable /4 /p' want)" \
		"each frame of a drawable but the first has its time, $mode"
done
is "$(field time_ns <counters.out | grep -cE '^[1-9][0-9]*$')" 8 \
	'which is in nanoseconds'
is "$(async | sort)" "$(grep -E '^(fence|query) ' want | sort)" \
	'fences and queries go on until they are seen done, or are deleted'
is "$(grep 'begin .* name="fence"' async.out | field sync | xargs) $(
	grep 'name="fence"' async.out | grep -cv ' sync:pointer=0x')" \
	"$("$fxtrace" dump -c 'glFenceSync,egl*CreateSync*' a.fxt |
		sed 's/.* = \(0x[0-9a-f]*\).*/\1/' | xargs) 0" \
	'each record of a fence has the value that its creation returned'
is "$(sed -n 's/.* async_\([a-z]*\) .*" \([a-z_]*by\):.*/\1 \2/p' async.out |
	sort -u | xargs)" 'begin by end ended_by instant by' \
	'who began one and who ended it have different names'
is "$(named)" "$(grep '^label' want)" 'labels are names of objects'
is "$(raw ' log ' | sed -n 's/.* message="\(GL_.*\)"$/log \1/p')" \
	"$(grep '^log .*: ' want)" \
	'debug messages are log records'
is "$("$fxtrace" dump a.fxt | grep -c '^# .* GL_DEBUG_') $("$fxtrace" info \
	a.fxt | sed -n 's/^messages: *\([0-9]*\) .*/\1/p')" \
	"5 $((5 + $(grep -c '^egl_log' want)))" \
	'a dump shows them, and info counts them'
messages='log\|has\|^egl'
"$program" | grep "$messages" >alone
is "$(grep "$messages" want)" "$(cat alone)" \
	'the program gets them as ever, and its own callback if it queries it'
if grep -q '^egl_log' alone; then
	is "$(raw ' log ' | sed -n 's/.* message="\(EGL_.*\)"$/egl_log \1/p')" \
		"$(grep '^egl_log' alone)" "and those of EGL"
	is "$("$fxtrace" info a.fxt |
		grep -c '^notice: .* more than 8 debug callbacks of EGL')" 1 \
		'to 8 callbacks, and more than these are reported'
	is "$("$fxtrace" dump -c eglQueryDebugKHR a.fxt |
		grep -o 'attribute=EGL_DEBUG_CALL.*true' | head -n 1)" \
		'attribute=EGL_DEBUG_CALLBACK_KHR, value=0) = true' \
		'what the program queries is recorded as it is answered'
else
	skip 'no EGL_KHR_debug here' "and those of EGL"
	skip 'no EGL_KHR_debug here' 'to 8 callbacks, and more are reported'
	skip 'no EGL_KHR_debug here' 'what is queried is recorded'
fi
is "$("$fxtrace" dump -c glBindTexture,glDeleteTextures,glDeleteSync a.fxt |
	grep -o 'textures\?=[^,)]*\|<done>' | tr '\n' ' ')" \
	"$(sed -n 's/^label \([0-9]*\) brick wall/\1/p' want |
		sed 's/.*/texture=& texture=&<brick wall> &/;
		s/ \([0-9]*\)$/ textures=[\1<brick wall>] texture=\1 <done> /')" \
	'a dump shows them behind the objects, as long as these live'
is "$("$fxtrace" dump --json -c glDeleteTextures,glDeleteSync a.fxt |
	grep -o '"labels":{[^}]*}' | sed 's/ 0x[0-9a-f]*"/ &/' |
	sed 's/  0x[0-9a-f]*"/ SYNC"/' | tr '\n' ' ')" \
	"$(sed -n 's/^label \([0-9]*\) brick wall/\1/p' want |
		sed 's/.*/"labels":{"gl:texture &":"brick wall"} /')$(
		)\"labels\":{\"gl:sync SYNC\":\"done\"} " 'in JSON, too'
FXTRACE_REDACT='glObject*' recorded
is "$(named)" '' 'but not if they are withheld'
recorded -c '-gl*,-egl*'
is "$(raw ' async_\| counter \| log \|identifier' | wc -l)" 0 \
	'there is none of it if the calls are not recorded'
is "$(grep "$messages" want)" "$(cat alone)" 'and the program gets the same'
program=$b/tests/gl/fences
recorded
is "$(async | sort)" "$(grep -E '^(fence|query) ' want | sort)" \
	'the same holds for fences with names, and queries whose results go into buffers'
is "$(raw ' async_.* buffer\S*=' | perl -ne '
	print $n++ ? ", " : "into ", join " ",
		/ buffer\S*=(\d+)/, / offset\S*=(\d+)/')" \
	"$(grep '^into' want)" 'which say into which'
is "$(cat want)" "$("$program")" 'and the program has them as ever'
