#!/bin/bash
# SPDX-License-Identifier: MIT
# What a call stack of ten frames costs a recorded call of getenv. Frames are
# with and without frame pointers, from one stack and from 64 in turn. glibc's
# backtrace() takes the same ten frames in the same run (without a recorder: its
# own calls would be recorded). Runs are interleaved; medians, CPU ns.
#   ROUNDS=n tests/bench/stack.sh
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

rows() { # HOW VARIABLE...
	env FXTRACE_CALLS=getenv FXTRACE_MODE=circular FXTRACE_BUFFER=1M \
		FXTRACE_OUTPUT="$tmp/x.fxt" FXTRACE_OVERWRITE=1 \
		"${@:2}" "$b/tests/bench/stack" | sed "s/^/$1 /" >>"$tmp/rows"
}
for _ in $(seq "${ROUNDS:-11}"); do
	rows without LD_PRELOAD="$b/libfxtrace.so"
	rows with LD_PRELOAD="$b/libfxtrace.so" FXTRACE_STACK=getenv:10
done
awk '
	{ key = $1 " " $2 " " $3 " " $4; n[key]++; ns[key, n[key]] = $5 }
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
		printf "%-10s %7s %8s %10s %8s %10s %7s\n", "frames", "stacks",
			"call", "with stack", "stack", "backtrace", "share"
		split("tables pointers", frames)
		split("1 64", stacks)
		for (i = 1; i <= 2; i++) for (k = 1; k <= 2; k++) {
			of = " " frames[i] " " stacks[k] " "
			call = median("without" of "call")
			with = median("with" of "call")
			trace = median("without" of "backtrace")
			printf "%-10s %7d %8.1f %10.1f %8.1f %10.1f   1/%.1f\n",
				frames[i], stacks[k], call, with, with - call,
				trace, trace / (with - call)
		}
	}' "$tmp/rows"
