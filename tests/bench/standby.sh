#!/bin/bash
# SPDX-License-Identifier: MIT
# What a standby costs a streaming recording. It prints the calls per second of
# a program that only calls lseek, and the CPU time of its manager. OTHER is a
# build of the same tree whose managers have none (has_standby = false in
# tools/command/cmd_manager.c). Runs are interleaved; medians are printed.
#   ROUNDS=n tests/bench/standby.sh OTHER
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
n=3000000

# one NAME BUILD
one() {
	local b=$2 manager begin end ns
	rm -f "$tmp"/*.fxt "$tmp/variable"
	"$b/fxtrace" manager -q -o "$tmp/s.fxt" >"$tmp/variable" &
	manager=$!
	until [ -s "$tmp/variable" ]; do sleep 0.01; done
	begin=$(date +%s%N)
	env "$(cat "$tmp/variable")" LD_PRELOAD="$b/libfxtrace.so" \
		FXTRACE_MODE=streaming FXTRACE_CALLS=lseek FXTRACE_BUFFER=4M \
		"$b/tests/hazard/steady" "$tmp/counters" 1 $n 0 0 0
	end=$(date +%s%N)
	ns=$(cat /proc/$manager/task/*/schedstat | awk '{ n += $1 } END { print n }')
	kill "$manager"
	wait "$manager"
	echo "$1 $((end - begin)) $ns" >>"$tmp/rows"
}

for _ in $(seq "${ROUNDS:-5}"); do
	one with "${FXTRACE_B:-$top/build}"
	one without "$1"
done
for name in with without; do
	for column in 2 3; do
		awk -v s=$name -v c=$column '$1 == s { print $c }' "$tmp/rows" |
			sort -n | awk '{ v[NR] = $1 }
				END { print v[int((NR + 1) / 2)] }'
	done | awk -v s=$name -v n=$n 'NR == 1 { ns = $1 }
		NR == 2 { printf "%s: %.2f million calls per second, %.0f ns of the manager for each\n",
			s, n / ns * 1000, $1 / n }'
done
