#!/bin/bash
# SPDX-License-Identifier: MIT
# vfork stays vfork. Where it would copy the page tables of 512 MiB, as fork
# does, it took hundreds of times as long.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/vforks

# least COMMAND...: of three runs
least() {
	for _ in 1 2 3; do "$@"; done | sort -n | head -n 1
}

plan 2
without=$(least "$program" 300)
for mode in oneshot streaming; do
	export FXTRACE_MODE=$mode
	with=$(least traced "$program" 300)
	awk -v a="$without" -v b="$with" 'BEGIN { exit !(a > 0 && b > 0 &&
		b <= a * 1.25 + 10) }'
	ok $? "$mode: a vfork with 512 MiB in use takes what it took"
	echo "us without: $without, with: $with" | note
done
