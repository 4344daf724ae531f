#!/bin/bash
# SPDX-License-Identifier: MIT
# Many storms of signals: handlers interrupt the recorder at every instruction.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/handler

plan 1
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
