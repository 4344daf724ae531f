#!/bin/bash
# SPDX-License-Identifier: MIT
# Logs of XRay and trace event JSON, cut and changed everywhere: each is a clear
# error, or converted with a word of what is lost. (Of apitrace's files that is
# in apitrace_in.t, of archives in fxt_in.t.)
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
seeds=$tests/fuzz

# fate CODE FILE FORMAT: how often each fate befell it, with perl's CODE having
# changed $_ at $n, of every 16 bytes
fate() {
	local n
	for ((n = 0; n < $(stat -c %s "$2"); n += 16)); do
		perl -0777 -pe "\$n = $n; $1" "$2" >bad
		rm -f bad.fxt
		run "$fxtrace" convert --from "$3" bad bad.fxt
		if [ "$status" = 0 ] && "$fxtrace" dump bad.fxt >/dev/null 2>&1
		then
			if [ "$err" ]; then
				echo told
			elif tail -c 16 bad | grep -qaP '[^\0]'; then
				echo silent
			else
				echo padding # of a buffer, nothing is lost
			fi
		elif [ "$status" = 1 ] && says 'bad: .*offset [0-9]' &&
			! [ -e bad.fxt ]; then
			echo error
		else
			echo "status $status at $n: $err"
		fi
	done | sort | uniq -c | sed 's/^ *//'
}

plan 18

for file in "$seeds"/xray/{v[1-5].fdr,typed.fdr,basic.xray} \
	"$seeds"/chrome/*.json; do
	name=${file##*/}
	format=chrome
	silent=0
	[[ $file == */xray/* ]] && format=fdr silent=1 # between two blocks
	[[ $name == object.json ]] && silent=4 # behind the events
	got=$(fate '$_ = substr $_, 0, $n + 3' "$file" $format)
	! grep -q status <<<"$got" && grep -q 'error\|told' <<<"$got" &&
		[ "$(awk '/silent/ {n = $1} END {print n + 0}' <<<"$got")" \
			-le $silent ]
	ok $? "$name: a cut is told of" || note <<<"$got"
	got=$(fate 'substr($_, $n + $n / 16 % 16, 1) ^= chr(1 << $n / 16 % 8)
		if $n + 16 < length' "$file" $format)
	! grep -q status <<<"$got"
	ok $? "$name: a flipped bit is told of, or makes another file" ||
		note <<<"$got"
done
