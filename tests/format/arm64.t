#!/bin/bash
# SPDX-License-Identifier: MIT
# An archive of arm64, read on any machine: 1/arm64.fxt. Its program was linked to
# libraries that are not here, and opened files by flags that x86-64 has elsewhere.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
archive=$tests/format/1/arm64.fxt

plan 3
run "$fxtrace" dump --stacks -c mkdir "$archive"
libc=/lib/aarch64-linux-gnu/libc.so.6
[ ! -e $libc ] || sed -i "s,[^ ]* ($libc,?? ($libc," "$tmp/out" # maybe that very one
is "$(sed -n '2,$s/^ *//p' "$tmp/out")" \
	'#0 ?? (/tmp/arm64/opens+0xa80)
#1 ?? (/lib/aarch64-linux-gnu/libc.so.6+0x27744)
#2 ?? (/lib/aarch64-linux-gnu/libc.so.6+0x27818)
#3 ?? (/tmp/arm64/opens+0x970)' \
	'frames of files that are not here are places in them'
mkdir folder
run "$fxtrace" replay --io folder --prepare "$archive"
is "$status" 0 \
	'files are opened again by the flags that were meant' ||
	note <"$tmp/out"
is "$(sed -n 's/ *\([0-9]*\) *\([0-9]*\) .* open$/\1 \2/p' "$tmp/out")" '2 0' \
	'a folder, and a file that is none'
