#!/bin/bash
# SPDX-License-Identifier: MIT
# What programs of other people need of files of apitrace, by the way from an
# archive to apitrace's replay, and back to ours.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/x_server.sh"
needs_x_server
make=$tests/convert/mktrace.pl
plan 7

# replayed NAME OPTION...: made by $make, without the window system
replayed() {
	perl "$make" "${@:2}" >"$1.trace"
	"$fxtrace" convert "$1.trace" "$1.fxt" &&
		timeout 60 env EGL_PLATFORM=surfaceless "$fxtrace" replay \
			--headless --strict --snapshot "$1.shots" "$1.fxt"
}

# the IHDR of a picture
size() { perl -e 'local $/; my $all = <STDIN>; printf "%dx%d\n", unpack "x16NN", $all' <"$1"; }

replayed turns part=turns 2>err
is "$? $(size turns.shots/frame-000000.png)" '0 40x30' \
	'a window has the size of the first viewport, though nothing was drawn yet' ||
	note <err
for side in 2147483647 32768; do
	replayed largest part=largest side=$side >err 2>&1
	[ $? -le 1 ] && [ -s largest.shots/frame-000000.png ]
	ok $? "a pbuffer of $side pixels each way is no crash" || note <err
	rm -rf largest.*
done
command -v apitrace >/dev/null || {
	skip 'no apitrace' 'a value by its address is a list of one'
	skip 'no apitrace' "apitrace's replay takes such values"
	skip 'no apitrace' 'texts that an archive lacks are a list of NULL'
	skip 'no apitrace' "apitrace's replay goes on behind these"
	exit
}

# apitrace reads GLX_SAMPLES in a list, and crashes where there is none
"$fxtrace" record -q -o glx.fxt -c '%gl,%glx' "$b/tests/gl/glx" >glx.out 2>&1
"$fxtrace" convert glx.fxt glx.trace
apitrace dump -v --color=never glx.trace |
	grep -o 'attribute = GLX_[A-Z_]*, value = .*' >values
[ "$(grep -c 'value = &' values)" -ge 3 ] && ! grep -qv 'value = &' values
ok $? 'a value by its address is a list of one' || note <values
timeout 60 apitrace replay glx.trace >replay.out 2>&1
! grep -i 'signal\|exception' replay.out >why
ok $? "apitrace's replay takes such values" || note <why

# where apitrace expects a list, it ends at an address
perl "$make" part=textless >textless.trace
"$fxtrace" convert textless.trace textless.fxt
"$fxtrace" convert -c '*' textless.fxt textless2.trace
is "$(apitrace dump --color=never textless2.trace |
	sed -n 's/.*\(count = .*\), length.*/\1/p')" 'count = 0, string = {}
count = 1, string = &NULL
count = -1, string = {}
count = 2, string = {NULL, NULL}' 'texts that an archive lacks are a list of NULL'
timeout 60 apitrace replay textless2.trace >replay.out 2>&1
grep -q '^Rendered 1 frames' replay.out
ok $? "apitrace's replay goes on behind these" || note <replay.out
