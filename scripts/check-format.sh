#!/bin/bash
# SPDX-License-Identifier: MIT
# Every source is as clang-format 14 leaves it: `make format` mends it. Other
# versions have other opinions: with these nothing is checked.
. "$(dirname "$(readlink -f "$0")")/lib.sh"

format=clang-format
command -v clang-format-14 >/dev/null && format=clang-format-14
$format --version | grep -q 'version 14\.' || finish

mapfile -t sources < <(files '*.c' '*.h' '*.cc')
[ ${#sources[@]} = 0 ] && finish
while IFS=: read -r file line _; do
	bad "$file:$line" 'is not formatted: run make format'
done < <($format --dry-run "${sources[@]}" 2>&1 | grep 'warning:' |
	sort -u -t: -k1,1)
finish
