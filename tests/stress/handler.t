#!/bin/bash
# SPDX-License-Identifier: MIT
# Many storms of signals: handlers interrupt the recorder at every instruction.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/handler

plan 3
status=0
for i in {1..40}; do
	traced "$program" storm "$tmp/counts" || status=1
	calls fxt/handler.*.fxt >dump.out 2>&1 || status=1
	[ "$(grep -c IN_MAIN dump.out) $(grep -c IN_HANDLER dump.out)" = \
		"$(cat counts)" ] || status=1
	[ $status = 0 ] && continue
	echo "storm $i: $(cat counts)" | note
	break
done
ok $status 'forty storms lose no call'

# 10,000 a second for half a minute, in a buffer that goes round
FXTRACE_MODE=circular FXTRACE_BUFFER=1M traced "$program" storm "$tmp/counts" \
	300000 100000
is $? 0 'a storm of 30 seconds passes'
read -r n_calls n_handled <counts
"$fxtrace" info fxt/handler.*.fxt >info.out 2>&1
is "$(awk '/^(calls|overwritten):/ { n += $2 } /^(stray|lost|damaged)/ { print }
	END { print (n > '"$((n_calls + n_handled))"') }' info.out)" 1 \
	'each of its calls is there or was overwritten by a later one' ||
	note <info.out
