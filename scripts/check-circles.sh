#!/bin/bash
# SPDX-License-Identifier: MIT
# Nothing calls a higher floor, no folders form a circle, and circles of files
# stay small: by the symbols of the built objects.
. "$(dirname "$(readlink -f "$0")")/lib.sh"
need "$b/libfxtrace.so"
while IFS= read -r line; do
	bad "${line%%: *}" "${line#*: }"
done < <("$(dirname "$(readlink -f "$0")")/circles.pl" scripts/floors.txt "$b" 2>&1)
finish
