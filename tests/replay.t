#!/bin/bash
# SPDX-License-Identifier: MIT
# The programs of replay/ draw the same pictures each time, recorded or not, and
# the archive has what they have read of them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/x_server.sh"
plan 22

# crcs: of the pictures that the archive $1 has by glReadPixels, in their order
crcs() {
	"$fxtrace" dump --json --calls glReadPixels "$1" |
		perl -MMIME::Base64 -MCompress::Raw::Zlib -ne 'printf "%08x\n",
		crc32(decode_base64($1)) if /"pixels":\{"base64":"([^"]*)/'
}

# recorded NAME PROGRAM [ARGUMENT...]: one test; the archive is NAME.fxt, what
# the program said NAME.out
recorded() {
	local name=$1 what="$1 draws the same, recorded, and it is recorded"
	shift
	"$b/tests/replay/$1" "${@:2}" >"$name.native" 2>&1
	[ $? = 77 ] && { skip 'no OpenGL here' "$what"; return; }
	timeout 60 env FXTRACE_OUTPUT="$name.fxt" LD_PRELOAD="$lib" \
		"$b/tests/replay/$1" "${@:2}" >"$name.out" 2>&1
	{
		grep -q '^frame 9' "$name.out" || echo 'less than 10 pictures'
		diff "$name.native" "$name.out"
		crcs "$name.fxt" | grep -Fxf <(sed -n 's/^frame [0-9]* //p' \
			"$name.out") >kept
		sed -n 's/^frame [0-9]* //p' "$name.out" | diff - kept
	} >why 2>&1
	[ ! -s why ]
	ok $? "$what" || note <why
}

programs='arrays buffers fixed lists names pixels resize shaders shared targets'
for p in $programs; do
	recorded "$p-egl" "$p" egl
done
recorded es2 es2
recorded es3 es3
if x_server; then
	for p in $programs; do
		recorded "$p-glx" "$p" glx
	done
else
	for p in $programs; do
		skip 'no Xvfb' "$p-glx"
	done
fi
