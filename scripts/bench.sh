#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every benchmark of tests/bench without and with the tracer. Each prints
# lines "NAME NS", nanoseconds a call; they are set side by side here.
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
printf '%-28s %10s %10s %10s\n' 'ns a call' native traced cost
for source in "$top"/tests/bench/*.c; do
	[ -e "$source" ] || exit 0
	program=$b/tests/bench/$(basename "$source" .c)
	"$program" >"$tmp/native"
	FXTRACE_OUTPUT=$tmp/ FXTRACE_BUFFER=1G \
		LD_PRELOAD=$b/libfxtrace.so "$program" >"$tmp/traced"
	paste -d ' ' "$tmp/native" "$tmp/traced" | awk '{
		printf "%-28s %10.1f %10.1f %10.1f\n", $1, $2, $4, $4 - $2}'
	rm -f "$tmp"/*.fxt
done
