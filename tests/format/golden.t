#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives that earlier versions have recorded are read as ever. Each of
# SCHEMA/NAME.fxt has the dump NAME.txt, which was made when it was recorded.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
archives=("$tests"/format/[0-9]*/*.fxt)

plan ${#archives[@]}
for archive in "${archives[@]}"; do
	run "$fxtrace" dump "$archive"
	echo "status $status$err" >difference
	diff "${archive%.fxt}.txt" "$tmp/out" >>difference
	[ "$status$err" = 0 ] && cmp -s "${archive%.fxt}.txt" "$tmp/out"
	ok $? "${archive#"$tests/format/"} is dumped as ever" || note <difference
done
