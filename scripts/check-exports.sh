#!/bin/bash
# SPDX-License-Identifier: MIT
# libfxtrace.so defines the described functions, fxtrace_register, and nothing
# else: any other name would capture a name of the traced program.
. "$(dirname "$(readlink -f "$0")")/lib.sh"
lib=$b/libfxtrace.so
need "$lib"
need "$b/gen/exports_libc.txt"
need "$b/gen/exports_gl.txt"

have=$(nm -D --defined-only "$lib" | awk '{sub(/@.*/, "", $3); print $3}' |
	grep -vE '^(GLIBC_|FXTRACE_0$)' | sort -u)
want=$({
	sed 's/[@ \t].*//; /^#/d; /^$/d' "$b/gen/exports_libc.txt" \
		"$b/gen/exports_gl.txt"
	echo fxtrace_register
} | sort -u)
for name in $(comm -23 <(echo "$have") <(echo "$want")); do
	bad "$lib" "defines $name: make it static or hidden, or describe it"
done
for name in $(comm -13 <(echo "$have") <(echo "$want")); do
	bad "$lib" "does not define $name, which is described: is its custom \
wrapper missing?"
done
finish
