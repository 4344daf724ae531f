#!/bin/bash
# SPDX-License-Identifier: MIT
# Sets up, builds, records two real programs and shows what is in the archives.
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
	local n=$1
	shift
	printf '\n$ %s\n' "$*"
	"$@" 2>&1 | {
		head -n "$n"
		n=$(wc -l)
		[ "$n" = 0 ] || printf '... and %d lines more\n' "$n"
	}
}

show 8 fxtrace record -o ls.fxt ls -l /
show 15 fxtrace info ls.fxt
show 25 fxtrace dump ls.fxt
show 8 fxtrace record -o pipe/ sh -c 'sort /etc/passwd | head -n 2'
for archive in pipe/*.fxt; do
	show 6 fxtrace dump "$archive"
done
