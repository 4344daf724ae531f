#!/bin/bash
# SPDX-License-Identifier: MIT
# What a call of getenv and of lseek costs under each filter. The filter either
# records it or leaves it out. Prints its time, and the excess over a run
# without the recorder, as a multiple of what plain recording costs. Runs are
# interleaved; medians of ROUNDS, CPU ns, tight loops.
#   ROUNDS=n tests/bench/filters.sh
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

rows() { # HOW VARIABLE...
	env FXTRACE_CALLS=getenv,lseek FXTRACE_MODE=circular \
		FXTRACE_BUFFER=1M FXTRACE_OUTPUT="$tmp/x.fxt" FXTRACE_OVERWRITE=1 \
		"${@:2}" "$b/tests/bench/calls" getenv lseek |
		awk -v how="$1" '$2 == "tight" { print how, $1, $3 }' >>"$tmp/rows"
}
on=LD_PRELOAD=$b/libfxtrace.so
for _ in $(seq "${ROUNDS:-5}"); do
	rows native LD_PRELOAD=
	rows plain "$on"
	rows callers-pass "$on" FXTRACE_CALLERS=main
	rows callers-out "$on" FXTRACE_CALLERS=libnone.so
	rows sample-pass "$on" FXTRACE_SAMPLE=1
	rows sample-out "$on" FXTRACE_SAMPLE=1000000000
	rows limit-out "$on" FXTRACE_LIMIT=1
	rows min-time-pass "$on" FXTRACE_MIN_TIME=1ns
	rows min-time-out "$on" FXTRACE_MIN_TIME=1s
	rows errors-out "$on" FXTRACE_ERRORS=1
done
awk '
	{ key = $1 " " $2; n[key]++; ns[key, n[key]] = $3
	  if (!($1 in seen)) { seen[$1] = 1; order[++n_rows] = $1 } }
	function median(key,  i, j, t, m) {
		m = n[key]
		for (i = 1; i <= m; i++) for (j = i + 1; j <= m; j++)
			if (ns[key, j] < ns[key, i]) {
				t = ns[key, i]; ns[key, i] = ns[key, j]
				ns[key, j] = t
			}
		return ns[key, int((m + 1) / 2)]
	}
	END {
		split("getenv lseek", names)
		for (i = 1; i <= n_rows; i++) {
			printf "%-14s", order[i]
			for (k = 1; k <= 2; k++) {
				base = median("native " names[k])
				cost = median(order[i] " " names[k]) - base
				printf " %s %6.1f ns, %5.2f x", names[k],
					base + cost,
					cost / (median("plain " names[k]) - base)
			}
			print ""
		}
	}' "$tmp/rows"
