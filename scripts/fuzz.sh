#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs each fuzzer for some seconds from its seeds, tests/fuzz/NAME/*, and
# stores what it learns in the build folder. Exits 1 at the first input that
# fails, which is then in the fuzzer's folder as NAME.crash-*.
#   scripts/fuzz.sh SECONDS FUZZER...
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
seconds=$1
shift
export ASAN_OPTIONS=detect_leaks=0
for fuzzer; do
	name=$(basename "$fuzzer")
	mkdir -p "$fuzzer.corpus" "$top/tests/fuzz/$name"
	printf '%s: %s s\n' "$name" "$seconds"
	"$fuzzer" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 \
		-artifact_prefix="$fuzzer." -print_final_stats=1 \
		"$fuzzer.corpus" "$top/tests/fuzz/$name" 2>"$fuzzer.log" || {
		tail -n 40 "$fuzzer.log"
		exit 1
	}
	grep -E 'number_of_executed_units|peak_rss' "$fuzzer.log"
done
