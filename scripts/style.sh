#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every scripts/check-*.sh; `make style` is this. Prints one line a check
# and, below it, what breaks the rule.
#   scripts/style.sh [B]
top=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
status=0
for check in "$top"/scripts/check-*.sh; do
	name=$(basename "$check" .sh)
	if found=$("$check" "$top" "${1-build}" 2>&1); then
		printf 'ok   %s\n' "${name#check-}"
	else
		printf 'FAIL %s\n%s\n' "${name#check-}" "$found"
		status=1
	fi
done
exit $status
