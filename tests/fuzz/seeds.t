#!/bin/bash
# SPDX-License-Identifier: MIT
# Each fuzz target takes its seeds and a few damaged copies of each: longer runs
# are `make fuzz`.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
targets=("$tests"/fuzz/*.c)
plan "${#targets[@]}"
for target in "${targets[@]}"; do
	name=$(basename "$target" .c)
	files=("$tests/fuzz/$name"/*)
	# one that makes its own beginning takes changes to it alone
	[[ -e ${files[0]} ]] || files=("$b/man/man1/fxtrace.1")
	timeout -s KILL 200 "$b/seeds/$name" -n 50 "${files[@]}" >out 2>&1
	is $? 0 "$name takes its ${#files[@]} seeds and damaged ones"
	tail -n 20 out | note
done
