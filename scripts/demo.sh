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
	local n=$1 word
	shift
	printf '\n$'
	for word; do
		case $word in *' '*) word="'$word'" ;; esac
		printf ' %s' "$word"
	done
	echo
	"$@" 2>&1 | cut -c 1-150 | {
		head -n "$n"
		n=$(wc -l)
		[ "$n" = 0 ] || printf '... and %d lines more\n' "$n"
	}
}

show 5 fxtrace record -o grep.fxt grep root /etc/passwd
show 30 fxtrace dump grep.fxt
show 12 fxtrace info grep.fxt
mkdir pipe
show 5 fxtrace record -o pipe/ sh -c 'sort -n /etc/passwd | head -n 1'
for archive in pipe/*.fxt; do
	show 6 fxtrace dump "$archive"
done
