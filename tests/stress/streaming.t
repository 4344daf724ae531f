#!/bin/bash
# SPDX-License-Identifier: MIT
# A long session. It has far more calls than its buffers hold, and far more
# processes than it has descriptors for at a time.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
sequence=$b/tests/hazard/sequence

# in_sequence: of a dump, how many numbered calls there are, in how many series
# of 900,000. Then how many are doubled, missing or out of order.
in_sequence() {
	awk 'match($0, /(offset=|name=")[0-9]+/) {
			number = substr($0, RSTART, RLENGTH)
			gsub(/[^0-9]/, "", number)
			number += 0
			if (number < 1000000) next
			series = int(number / 1000000)
			number %= 1000000
			if (/<unfinished>|<abandoned>/ ||
				number != next_of[series] + 0) bad++
			next_of[series] = number + 1
			n++
		}
		END { for (series in next_of)
				whole += next_of[series] == 900000
			print n, whole + 0, bad + 0 }'
}

plan 4
is "$("$fxtrace" record -q -b 16M -c lseek,getenv -o - "$sequence" \
	900000 4 6 0 2>counts | "$fxtrace" dump - | in_sequence)" \
	'21600000 24 0' \
	'twenty million calls of four threads go through 16 MiB, in sequence'

# Of a manager by itself, whose memory is looked at before its end.
"$fxtrace" manager -q -o many.fxt >variable &
manager=$!
until grep -qs '^FXTRACE_SESSION=' variable; do sleep 0.01; done
# shellcheck disable=SC2016
env "$(cat variable)" FXTRACE_CALLS=getenv LD_PRELOAD="$lib" sh -c \
	'i=0; while [ $i -lt 10000 ]; do /bin/true; i=$((i + 1)); done'
n_kib=$(awk '$1 == "VmHWM:" { print $2 }' "/proc/$manager/status")
kill $manager
wait $manager
"$fxtrace" info many.fxt >info.out &&
	! grep -Eq '^(stray|damaged|undefined|lost)' info.out
ok $? 'ten thousand processes one after the other are one archive' ||
	head -n 20 info.out | note
is "$(grep -c '^process:.*"true"' info.out)" 10000 'and each is in it'
echo "its manager took $n_kib KiB at most" | note
[ "${n_kib:-0}" -gt 0 ] && [ "$n_kib" -lt 65536 ]
ok $? 'its manager has taken less than 64 MiB'
