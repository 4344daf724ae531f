#!/bin/bash
# SPDX-License-Identifier: MIT
# No file over 800 lines, no function over 60: split by what they are about.
. "$(dirname "$(readlink -f "$0")")/lib.sh"
max_file=800
max_function=60

mapfile -t sources < <(files '*.c' '*.h' '*.cc')
for file in "${sources[@]}" $(files '*.sh' '*.t' '*.S' Makefile); do
	n=$(wc -l <"$file")
	limit=$max_file
	[ "$file" = Makefile ] && limit=150
	[ "$n" -le "$limit" ] ||
		bad "$file" "$n lines, at most $limit: split it"
done
while read -r file line name end; do
	n=$((end - line + 1))
	[ "$n" -le "$max_function" ] ||
		bad "$file:$line" "$name has $n lines, at most $max_function: \
give its parts names"
done < <(ctags -x --c-kinds=f --c++-kinds=f --fields=+e \
	--_xformat='%F %n %N %{end}' "${sources[@]}" </dev/null)
finish
