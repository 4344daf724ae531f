#!/bin/bash
# SPDX-License-Identifier: MIT
# Sets up, builds, records real programs and shows what is in the archives: calls, a
# page for browsers, and a frame where there is OpenGL.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
top=$PWD
scripts/setup.sh
make -s -j"$(nproc)"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
PATH=$top/build:$PATH

show() { # LINES COMMAND...: the command, and the first lines that it prints
	local n=$1 word
	shift
	printf '\n$'
	for word; do
		case $word in *' '*) word="'$word'" ;; esac
		printf ' %s' "$word"
	done
	echo
	"$@" 2>&1 | cut -c 1-150 |
		awk -v n="$n" 'NR <= n; END { if (NR > n)
			printf "... and %d line%s more\n", NR - n,
				NR == n + 1 ? "" : "s" }'
}

show 5 fxtrace record -o grep.fxt grep root /etc/passwd
show 30 fxtrace dump grep.fxt
show 12 fxtrace info grep.fxt
mkdir pipe
show 5 fxtrace record -o pipe/ sh -c 'sort -n /etc/passwd | head -n 1'
for archive in pipe/*.fxt; do
	show 6 fxtrace dump "$archive"
done

# A page for browsers, and a frame of OpenGL: both stay.
made=$top/build/demo
mkdir -p "$made"
show 5 fxtrace timeline -o "$made/grep.html" grep.fxt
cc -o quad "$top/tests/examples/quad.c" -ldl
if fxtrace record -q -o quad.fxt ./quad >quad.out; then
	show 4 fxtrace dump --frames 1 -c glBindTexture,glBegin,eglSwapBuffers \
		quad.fxt
	show 5 fxtrace replay --headless --frames 1-1 --snapshot "$made" quad.fxt
	frame="
frame 1 as a picture:           $made/frame-000001.png"
else
	frame="
for a frame, too: apt-get install libegl1 libgl1 libgl1-mesa-dri"
fi
printf '\nthe calls of grep, in a browser: file://%s%s\n' "$made/grep.html" "$frame"
