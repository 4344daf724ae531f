#!/bin/bash
# SPDX-License-Identifier: MIT
# Compiles the table of values.api with values.c, which compares it with C.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
root=$(cd "$tests/.." && pwd)
"${FXGEN:-$b/fxgen}" -o "$tmp" "$tests/gen/values.api" &&
	"${CC:-cc}" -std=gnu11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Werror \
		-I"$root" "$tmp/table_values.c" "$tests/gen/values.c" \
		"$tests/tap.c" -o "$tmp/values" || exit 1
"$tmp/values"
