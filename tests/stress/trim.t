#!/bin/bash
# SPDX-License-Identifier: MIT
# Frames from the middle of glmark2's scenes. Trimmed, they have the pictures
# that they have in the whole archive, and what the frames do not need is gone.
# Also packed, of all that is recorded by default.
#	tests/stress/trim.t [SCENE...]
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname "$(readlink -f "$0")")/../programs/gl.sh"
needs_x_server
opengl=%gl,%glx,%egl
chosen=" $* "
end=
[ $# -gt 0 ] || chosen=

# shots FOLDER OPTION... ARCHIVE: names the pictures that a replay makes
shots() {
	timeout 300 "$fxtrace" replay --headless --check --strict \
		--snapshot "$@" >replay.out 2>&1 || tail -n 3 replay.out
	(cd "$1" && sha1sum ./*.png) | cut -d ' ' -f 1
}

# scene PERCENT CALLS NAME OPTIONS N FIRST LAST: two tests. These of N frames
# have the same pictures. The archive has at most so many percent of the whole
# one's bytes, and so many calls before the frames. end=.zst: of a part that is
# packed; opengl=: together with all other calls that are recorded
scene() {
	local percent=$1 calls=$2 name=$3$end range=$6-$7 size part n
	part=part.fxt$end
	if [ "$chosen" ] && [[ $chosen != *" $3 "* ]]; then
		return
	fi
	if ! command -v glmark2 >/dev/null; then
		skip 'no glmark2 here' "$name: frames $range have the same pictures"
		skip 'no glmark2 here' "$name: what they do not need is gone"
		return
	fi
	rm -rf whole.fxt "$part" before after
	"$fxtrace" record -q -o whole.fxt ${opengl:+-c $opengl} \
		glmark2 -s 160x120 -b "$3:$4nframes=$5:duration=1000" \
		>/dev/null 2>&1
	"$fxtrace" trim --frames "$range" whole.fxt "$part" 2>said
	shots before --frames "$range" whole.fxt >want
	shots after "$part" >got
	[ "$(wc -l <want)" = $(($7 - $6 + 1)) ] && cmp -s want got
	ok $? "$name: frames $range have the same pictures" ||
		diff want got | note
	size=$(stat -c %s whole.fxt) part=$(stat -c %s "$part")
	n=$(sed -n 's/.* calls, \([0-9]*\) of them .*/\1/p' said)
	echo "$name: $part of $size bytes; $(cat said)" | note
	[ $((part * 100)) -le $((size * percent)) ] && [ "$n" -le "$calls" ]
	ok $? "$name: what they do not need is gone"
}

# The model's vertices, half a megabyte, are needed, and come once ...
scene 52 60 build '' 300 150 152
opengl= scene 25 60 build '' 300 150 152
# ... as packing is for that: a tenth of what was recorded, as it was.
opengl= end=.zst scene 10 60 build '' 300 150 152
opengl= end=.gz scene 10 60 build '' 300 150 152
# Or they come with each frame
scene 10 60 build use-vbo=false: 300 150 152
scene 78 80 texture '' 30 15 16
scene 83 70 shading '' 30 15 16
scene 25 70 bump '' 30 15 16
scene 14 60 pulsar '' 30 15 16
scene 15 300 ideas '' 30 15 16
scene 33 60 function '' 30 15 16
scene 33 60 conditionals '' 30 15 16
scene 11 230 jellyfish '' 30 15 16
# these draw into textures, the next ones into some that they never clear
scene 66 130 shadow '' 30 15 16
scene 87 3000 desktop '' 30 15 16
scene 97 700 refract '' 20 10 11
scene 99 3000 terrain '' 12 6 7
# buffers that are mapped stay
scene 60 350 buffer '' 30 15 16
finished
