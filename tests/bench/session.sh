#!/bin/bash
# SPDX-License-Identifier: MIT
# What each call costs its own thread in a session. It goes to a ring buffer
# (circular), a file, or /dev/null, by one thread and by two at a time. It is
# CPU ns per call of the calling thread over native. What it waits for the
# manager is not in it. Runs are interleaved; the median of eleven is printed.
#   ROUNDS=n tests/bench/session.sh [FUNCTION...]
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
bench=$b/tests/bench/calls
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
functions=("${@:-getenv}")

# rows HOW COMMAND...: the bench's rows of loops that only call
rows() {
	"${@:2}" "$bench" "${functions[@]}" | awk -v how="$1" \
		'$2 == "tight" || $2 == "tight-x2" { print how, $1, $2, $3 }' \
		>>"$tmp/rows"
}
calls=$(IFS=,; echo "${functions[*]}")
session() { # MODE OUTPUT
	"$b/fxtrace" record -q --overwrite -b 16M -c "$calls" --mode "$1" \
		-o "$2" "${@:3}"
}
# the bench prints to where the archive goes: through descriptor 5
discarded() { session streaming - sh -c 'exec "$@" >&5' sh "$@" 5>&1 >/dev/null; }

for _ in $(seq "${ROUNDS:-11}"); do
	rows native env
	rows circular session circular "$tmp/c.fxt"
	rows file session streaming "$tmp/s.fxt"
	rows null discarded
done
awk '
	{ key = $1 " " $2 " " $3; n[key]++; ns[key, n[key]] = $4 }
	function median(key,  i, j, t, m) {
		m = n[key]
		for (i = 1; i <= m; i++) for (j = i + 1; j <= m; j++)
			if (ns[key, j] < ns[key, i]) {
				t = ns[key, i]; ns[key, i] = ns[key, j]
				ns[key, j] = t
			}
		return ns[key, int((m + 1) / 2)]
	}
	{ functions[$2] = 1 }
	END {
		printf "%-8s %-10s %8s %10s %10s %10s\n", "call", "threads",
			"native", "circular", "to file", "discarded"
		for (f in functions) for (k = 1; k <= 2; k++) {
			loop = k == 1 ? "tight" : "tight-x2"
			base = median("native " f " " loop)
			printf "%-8s %-10d %8.1f %10.1f %10.1f %10.1f\n", f, k,
				base, median("circular " f " " loop) - base,
				median("file " f " " loop) - base,
				median("null " f " " loop) - base
		}
	}' "$tmp/rows"
