#!/bin/bash
# SPDX-License-Identifier: MIT
# Frames from the middle of glmark2's scenes: trimmed, they have the pictures that
# they have in the whole archive, and what the frames do not need is gone.
#	tests/stress/trim.t [SCENE...]
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname "$(readlink -f "$0")")/../programs/gl.sh"
needs_x_server
chosen=" $* "
[ $# -gt 0 ] || chosen=

# shots FOLDER OPTION... ARCHIVE: names the pictures that a replay makes
shots() {
	timeout 300 "$fxtrace" replay --headless --check --strict \
		--snapshot "$@" >replay.out 2>&1 || tail -n 3 replay.out
	(cd "$1" && sha1sum ./*.png) | cut -d ' ' -f 1
}

# scene PERCENT CALLS NAME OPTIONS N FIRST LAST: two tests: these of N frames have
# the same pictures; the archive has at most so many percent of the whole one's
# bytes, and so many calls before the frames
scene() {
	local percent=$1 calls=$2 name=$3 range=$6-$7 size part n
	if [ "$chosen" ] && [[ $chosen != *" $name "* ]]; then
		return
	fi
	if ! command -v glmark2 >/dev/null; then
		skip 'no glmark2 here' "$name: frames $range have the same pictures"
		skip 'no glmark2 here' "$name: what they do not need is gone"
		return
	fi
	rm -rf whole.fxt part.fxt before after
	"$fxtrace" record -q -o whole.fxt -c %gl,%glx,%egl glmark2 -s 160x120 \
		-b "$name:$4nframes=$5:duration=1000" >/dev/null 2>&1
	"$fxtrace" trim --frames "$range" whole.fxt part.fxt 2>said
	shots before --frames "$range" whole.fxt >want
	shots after part.fxt >got
	[ "$(wc -l <want)" = $(($7 - $6 + 1)) ] && cmp -s want got
	ok $? "$name: frames $range have the same pictures" ||
		diff want got | note
	size=$(stat -c %s whole.fxt) part=$(stat -c %s part.fxt)
	n=$(sed -n 's/.* calls, \([0-9]*\) of them .*/\1/p' said)
	echo "$name: $part of $size bytes; $(cat said)" | note
	[ $((part * 100)) -le $((size * percent)) ] && [ "$n" -le "$calls" ]
	ok $? "$name: what they do not need is gone"
}

# The model's vertices, half a megabyte, are needed, and come once ...
scene 60 60 build '' 300 150 152
# ... or with each frame: a tenth and less
scene 10 60 build use-vbo=false: 300 150 152
scene 85 80 texture '' 30 15 16
scene 85 70 shading '' 30 15 16
scene 35 70 bump '' 30 15 16
scene 20 60 pulsar '' 30 15 16
scene 20 300 ideas '' 30 15 16
scene 40 60 function '' 30 15 16
scene 40 60 conditionals '' 30 15 16
scene 97 450 jellyfish '' 30 15 16
# these draw into textures, the next ones into some that they never clear
scene 70 130 shadow '' 30 15 16
scene 90 3000 desktop '' 30 15 16
scene 97 700 refract '' 20 10 11
scene 99 3000 terrain '' 12 6 7
# buffers that are mapped are kept
scene 65 350 buffer '' 30 15 16
finished
