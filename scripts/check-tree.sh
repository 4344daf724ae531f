#!/bin/bash
# SPDX-License-Identifier: MIT
# The shape of the tree: its top-level names, a licence line on every source,
# runnable tests, and nothing in it that the build makes.
. "$(dirname "$(readlink -f "$0")")/lib.sh"

for name in $(files '*' | cut -d/ -f1 | sort -u); do
	case $name in
	Makefile | preload | writer | gen | tools | tests | scripts) ;;
	LICENSE | README.md | .*) ;;
	*) bad "$name" 'is no top-level name of this house: move it into one' ;;
	esac
done
for file in $(files '*.c' '*.h' '*.cc' '*.S' '*.sh' '*.t' Makefile); do
	head -n 2 "$file" | grep -q 'SPDX-License-Identifier: MIT' ||
		bad "$file" 'lacks its SPDX line: line 1, or 2 below a #!'
	head -n 3 "$file" | grep -qi 'do not edit' &&
		bad "$file" 'is generated: it belongs into build/, not here'
done
for file in $(files '*.t' '*.sh'); do
	[ -x "$file" ] || ! head -n 1 "$file" | grep -q '^#!' ||
		bad "$file" 'cannot be run: chmod +x'
done
finish
