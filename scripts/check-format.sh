#!/bin/bash
# SPDX-License-Identifier: MIT
# Every source is as clang-format leaves it: `make format` mends it.
. "$(dirname "$(readlink -f "$0")")/lib.sh"

mapfile -t sources < <(files '*.c' '*.h' '*.cc')
[ ${#sources[@]} = 0 ] && finish
while IFS=: read -r file line _; do
	bad "$file:$line" 'is not formatted: run make format'
done < <(clang-format --dry-run "${sources[@]}" 2>&1 | grep 'warning:' |
	sort -u -t: -k1,1)
finish
