#!/bin/bash
# SPDX-License-Identifier: MIT
# Every header compiles alone, so that no file depends on the order of its
# includes, and is guarded by its path. Where C++ includes it, too, it is for
# programs of others: the path is the one that they know.
. "$(dirname "$(readlink -f "$0")")/lib.sh"

for header in $(files '*.h'); do
	why=$(${CC:-cc} -std=gnu11 -D_GNU_SOURCE -Wall -Werror -fsyntax-only \
		-I. -I"$b/gen" -include "$header" -x c /dev/null 2>&1) ||
		bad "$header" "does not compile alone:
$(printf '%s\n' "$why" | head -n 4)"
	guard=$(tr 'a-z./-' 'A-Z___' <<<"$header")
	! grep -q '^extern "C"' "$header" ||
		guard=FXTRACE_$(basename "$header" | tr 'a-z.' 'A-Z_')
	grep -q "^#ifndef $guard\$" "$header" ||
		bad "$header" "lacks its guard: #ifndef $guard"
done
finish
