#!/bin/bash
# SPDX-License-Identifier: MIT
# Values larger than a record: whole with BLOB_MAX=all, otherwise reported as
# cut.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/large

plan 4
# bytes SIZE: how many buffers of that size are byte for byte what was written
bytes() {
	"$fxtrace" dump --json -c read,write fxt/*.fxt | perl -MMIME::Base64 -ne '
		BEGIN {
			$size = shift;
			$want = pack("C*", map { ($_ * 7 + int($_ / 251)) & 255 }
				0 .. 299999);
			$n = 0;
		}
		/"buf":\{"base64":"([^"]*)"/ or next;
		$got = decode_base64($1);
		$n++ if length($got) == $size &&
			$got eq substr($want, 0, $size);
		END { print "$n\n" }' "$1"
}

out=$(export FXTRACE_BLOB_MAX=all && unseen "$program" && readable)
ok $? 'a program with large blocks behaves as without' || echo "$out"
is "$(bytes 300000)" 10 'every large block that was written is whole'
is "$(bytes 100000)" 10 'every large block that was read is whole'
traced "$program"
is "$("$fxtrace" dump --stable -c write fxt/*.fxt | grep -c '\.\.\.\[300000\]')" \
	10 'what BLOB_MAX cuts off is recorded with its true size'
