#!/bin/bash
# SPDX-License-Identifier: MIT
# Logs of XRay and trace event JSON, cut and changed everywhere. Each is a clear
# error, or converted with a report of what is lost. (Of apitrace's files that
# is in apitrace_in.t, of archives in fxt_in.t.)
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
. "$tests/convert/fate.sh"
seeds=$tests/fuzz

plan 20

for file in "$seeds"/xray/{v[1-5].fdr,typed.fdr,basic.xray} \
	"$seeds"/chrome/*.json; do
	name=${file##*/}
	format=chrome
	silent=0
	[[ $file == */xray/* ]] && format=fdr silent=1 # between two blocks
	got=$(cuts "$file" $format)
	! grep -q status <<<"$got" && grep -q 'error\|reported' <<<"$got" &&
		[ "$(awk '/silent/ {n = $1} END {print n + 0}' <<<"$got")" \
			-le $silent ]
	ok $? "$name: a cut is reported" || note <<<"$got"
	got=$(flips "$file" $format)
	! grep -q status <<<"$got"
	ok $? "$name: a flipped bit is reported, or makes another file" ||
		note <<<"$got"
done
