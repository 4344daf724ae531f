#!/bin/bash
# SPDX-License-Identifier: MIT
# What `fxtrace inspect` says of images that are easily mistaken for others, or
# that change between draws: a scene of replay/looks.c each.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
export LIBGL_ALWAYS_SOFTWARE=1
unset DISPLAY WAYLAND_DISPLAY

# seen SCENE NAME < WHAT: one test; the lines of inspect_looks.pl
seen() {
	local scene=$1
	timeout "$(scaled 60)" env FXTRACE_OUTPUT="$scene.fxt" LD_PRELOAD="$lib" \
		"$b/tests/replay/looks" "$scene" >native 2>&1
	[ $? = 77 ] && {
		cat >/dev/null
		skip 'no OpenGL here' "$scene: $2"
		return
	}
	timeout "$(scaled 60)" "$fxtrace" inspect -f 0- -o "$scene.html" \
		"$scene.fxt" >said 2>&1 || cat said >>native
	perl "$tests/inspect_looks.pl" "$scene.html" >got 2>&1
	# Mesa 25 gives the name of a deleted texture to the next one
	[ "$scene" != uploads ] ||
		sed -Ei '3,$s/^color 0 [01] /color 0 N /; 3,$s, [12]/0 , T/0 ,' got
	is "$(cat native got)" "$(cat)" "$scene: $2"
}

seen contexts 'names belong to contexts that share their objects' <<'X'
color 0 0 00000000 ff0000ff 2/0 ff0000ff
color 0 1 00000000 00ff00ff 2/0 00ff00ff
color 0 0 ff0000ff 0000ffff 2/0 ff0000ff
color 2 00000000 0000ffff 2/0 ff0000ff
color 2 0000ffff 0000ffff 2/0 00ff00ff
color 2 0000ffff 0000ffff 2/0 ff0000ff
color 2 0000ffff 0000ffff 2/0 00ff00ff
X
seen layers 'layers of a texture are images of their own' <<'X'
color 0 0 00000000 ff0000ff
color 0 1 00000000 00ff00ff
color 0 0 ff0000ff 0000ffff
X
seen uploads 'what no draw has changed is seen before the next one' <<'X'
color 0 0 00000000 ff0000ff 1/0 ff0000ff
color 0 0 00ff00ff 00ff00ff 1/0 00ff00ff
color 0 N 0000ffff 0000ffff T/0 0000ffff
color 0 N ff0000ff ff0000ff T/0 ff0000ff
X
seen both 'a draw to two buffers is one to each' <<'X'
color 0 00000000 ff0000ff
color 0 ff0000ff 00ff00ff
color 0 00ff00ff 00ff00ff
X
seen base 'levels behind the base level are there if none is below' <<'X'
color 0 00000000 ff0000ff 1/0 this level has no image 1/1 this level has no image 1/2 00ff00ff 1/3 0000ffff
X
seen condition 'samples are not read while rendering is conditional' <<'X'
color 0 0 00000000 ff0000ff
color 0 it has several samples, and rendering is conditional
color 0 0 ff0000ff ff0000ff
X
seen queries 'queries count what the program draws, and no copies' <<'X'
color 0 0 00000000 ff0000ff
color 0 it has several samples, and a query counts shaders
color 0 0 ffffffff ffffffff
X
is "$(grep -c 'something else' said)" 0 'queries: they return what they have returned'
seen labels 'texts of any bytes' <<'X'
color 0 00000000 ff0000ff 1/0 0000ffff 2/0 ff0000ff
X
label=$(perl -C -I "$tests" -Minspect_data -e '
	print inspect_data->new("labels.html")->{draws}{textureSets}[0][0]{label}')
is "${#label}" 91 'labels: a long one is whole'
plan 10
