#!/bin/bash
# SPDX-License-Identifier: MIT
# Files of apitrace whose values contradict one another. A count has a shorter
# list, an image fewer pixels, an index no element. No call is made that would
# read more memory than the file has. Other calls are made.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
make=$tests/convert/mktrace.pl
export LIBGL_ALWAYS_SOFTWARE=1 EGL_PLATFORM=surfaceless
unset DISPLAY WAYLAND_DISPLAY
mapfile -t lies < <(perl "$make" 'lie=?')
plan $((${#lies[@]} + 4))

replay_of() {
	"$fxtrace" convert --overwrite "$1.trace" "$1.fxt" 2>"$tmp/err" &&
		timeout 60 "$fxtrace" replay --headless --strict "${@:2}" \
			"$1.fxt" 2>"$tmp/err"
}

perl "$make" part=mini >mini.trace
replay_of mini --snapshot shots || ! grep -q 'OpenGL' err || {
	for what in 'calls are made' 'lies are told' 'each call is made if it has its memory' \
		'long texts are texts' \
		"${lies[@]}"; do
		skip 'no OpenGL here' "$what"
	done
	exit
}
[ -s shots/frame-000000.png ]
ok $? 'calls are made' || note <err
[ ${#lies[@]} -gt 35 ]
ok $? 'lies are told'
# each lie's last call is refused: one call, by its name, and none crashes
for lie in "${lies[@]}"; do
	perl "$make" part=lie "lie=$lie" >lie.trace
	replay_of lie
	status=$?
	last=$("$fxtrace" dump lie.fxt | sed -n '$s/^[^ ]* [^ ]* [^ ]* \([^(]*\)(.*/\1/p')
	[ $status = 1 ] && [ "$last" ] &&
		grep -q "$last: not made: " err && grep -q ': 1 call not made$' err
	ok $? "$lie: what has too little memory is not called" || note <err
done
perl "$make" part=truth >truth.trace
replay_of truth
is "$? $(grep -c 'not made' err)" '0 0' 'each call is made if it has its memory' ||
	note <err
is "$("$fxtrace" dump --json -c glGetString truth.fxt | perl -MJSON::PP -ne '
	my $text = decode_json($_)->{ret};
	print length $text, $text =~ /^(GL_long )*$/ ? " " : " other "')" \
	'8 9000 15000 ' 'long texts are texts'
