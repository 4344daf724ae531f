#!/bin/bash
# SPDX-License-Identifier: MIT
# Comments, messages and pages use the field's words, in short sentences:
# words.pl with words.txt.
#   scripts/check-words.sh [TOP]
cd "${1-.}" || exit 1
git ls-files preload writer gen tools tests scripts README.md Makefile |
	grep -E '(\.(c|h|S|cc|md|sh|t|pl|api|overlay|def|mk|js|pm)|^Makefile)$' |
	while IFS= read -r file; do [ ! -e "$file" ] || echo "$file"; done |
	xargs scripts/words.pl scripts/words.txt
