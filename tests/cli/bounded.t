#!/bin/bash
# SPDX-License-Identifier: MIT
# What a reader does is bounded by what it reads. A damaged or hostile archive
# costs no more time, disk or memory than its bytes up to the damage.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

commands=(info dump leaks slow report graph flame timeline)
plan $((${#commands[@]} + 2))

# One record, a hole of zeros, and 400 MB more of them that no reader may
# unpack.
{
	printf '\x10\x00\x04\x46\x78\x54\x16\x00'
	head -c 400000000 /dev/zero
} | gzip -1 >bomb.fxt.gz

# Temporary files of more than 16 MB are an error that ends the command.
for command in "${commands[@]}"; do
	args=()
	[ "$command" = timeline ] && args=(-o page.html)
	[ "$command" = flame ] && args=(-o flame.svg)
	(
		ulimit -f 16384
		exec "$fxtrace" "$command" "${args[@]}" bomb.fxt.gz
	) >out 2>err
	status=$?
	[ $status = 1 ] && grep -q 'bomb.fxt.gz: offset 8: a record expected' err
	ok $? "$command unpacks no more than it reads" || {
		echo "status $status"
		cat err
	} | note
done

# A call whose event has an empty name.
printf '%b' '\x10\x00\x04\x46\x78\x54\x16\x00\x64\x00\x04\x00\x07\x80\x00\x00' \
	'\x05\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00' \
	'\x01\x00\x00\x00\x00\x00\x00\x00libc:io\x00' \
	'\x09\x00\x00\x00\x00\x00\x00\x00' >empty.fxt
timeout 20 "$fxtrace" leaks empty.fxt >out 2>err
[ $? -le 1 ]
ok $? 'a function without a name is none that opens or closes' || note <err

# What ends in the middle of a compressed stream is said where it ends.
"$fxtrace" info bomb.fxt.gz >/dev/null 2>err
is "$(wc -l <err)" 1 'one line says where and what'
