#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every scripts/check-*.sh; `make style` is this. Prints one line a check
# and, below it, what breaks the rule.
#   scripts/style.sh [B]
top=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
found=$(mktemp -d) # NAME.out of each check, and NAME.failed
trap 'rm -rf "$found"' EXIT
# shellcheck disable=SC2016
printf '%s\0' "$top"/scripts/check-*.sh |
	xargs -0 -P "$(nproc)" -I CHECK bash -c '
		name=$(basename "$1" .sh)
		"$@" >"$0/$name.out" 2>&1 || touch "$0/$name.failed"
	' "$found" CHECK "$top" "${1-build}"
status=0
for check in "$top"/scripts/check-*.sh; do
	name=$(basename "$check" .sh)
	if [ -e "$found/$name.failed" ]; then
		printf 'FAIL %s\n' "${name#check-}"
		cat "$found/$name.out"
		status=1
	else
		printf 'ok   %s\n' "${name#check-}"
	fi
done
exit $status
