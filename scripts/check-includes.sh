#!/bin/bash
# SPDX-License-Identifier: MIT
# Who may include what: the data's way through the folders, one direction.
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# What the writer shows to preload; its buffer.h is its own business.
public=$(printf 'writer/%s.h|' fxt wire bytes sys clock engine record thread \
	loss utf8 alert conversion redact setting callers glob where duration)
public=${public%|}

# allowed FILE: the pattern of the project headers it may include
allowed() {
	case $1 in
	writer/fxt.h) echo 'nothing of the project' ;;
	writer/*) echo 'writer/*.h' ;;
	preload/*) echo "preload/*.h|$public|gen/gen.h|gen/place.h|gen/api/*.def|ids_*.h" ;;
	gen/gen.h | gen/api/*) echo 'nothing of the project' ;;
	gen/*) echo 'gen/*.h' ;;
	*/gen/table_*) echo 'gen/gen.h|gl_registry.h' ;;
	*/gen/wrap_*) echo 'preload/call/hot.h|gl_registry.h' ;;
	tools/shim/*) echo 'tools/*.h|gen/*.h' ;;
	tools/*) echo 'tools/*.h|tools/*.def|gen/api/*.def|gl_registry.h|writer/fxt.h|writer/wire.h|writer/lap.h|writer/conversion.h|writer/redact.h|writer/callers.h|writer/setting.h|writer/glob.h|writer/where.h|writer/duration.h|writer/alert.h|writer/utf8.h|gen/gen.h|gen/place.h' ;;
	tests/*) echo '*.h|*.def' ;;
	esac
}

set -f # patterns are for case, not for file names

# may HEADER PATTERN|...
may() {
	local IFS='|' pattern
	for pattern in $2; do
		# shellcheck disable=SC2254
		case $1 in $pattern) return 0 ;; esac
	done
	return 1
}

generated=$(find "$b/gen" -name 'wrap_*.c' -o -name 'table_*.c' 2>/dev/null)
for file in $(files '*.c' '*.h' '*.S' '*.cc') $generated; do
	rule=$(allowed "$file")
	while read -r header; do
		may "$header" "$rule" ||
			bad "$file" "includes \"$header\"; it may include: $rule"
	done < <(sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$file")
done
finish
