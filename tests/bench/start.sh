#!/bin/bash
# SPDX-License-Identifier: MIT
# What the description of OpenGL costs a program that does not use it. It starts
# /bin/true with the library as it is, with the same library linked without all
# of OpenGL (without_gl.so), and with none. Runs alternate. Prints medians of
# time by the clock, of the processor's and of page faults, and the relocations
# that the dynamic linker makes. If valgrind is there, it prints instructions
# from the first one on.
#   RUNS=n tests/bench/start.sh
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
make -s -C "$top" B="$b" "$b/without_gl.so" "$b/libfxtrace.so" \
	"$b/tests/bench/start"
# names of one length, since the linker looks at each letter
cp "$b/libfxtrace.so" "$tmp/all_.so"
cp "$b/without_gl.so" "$tmp/less.so"
export FXTRACE_OUTPUT=$tmp/x.fxt FXTRACE_OVERWRITE=1 FXTRACE_MODE=oneshot

relocations() { readelf -rW "$1" | grep -c ' R_X86_64_'; }
exported() { nm -D --defined-only "$1" | wc -l; }
instructions() {
	LD_PRELOAD=$1 valgrind --tool=callgrind --callgrind-out-file="$tmp/cg" \
		/bin/true 2>&1 | sed -n 's/.*Collected : //p'
}

"$b/tests/bench/start" "${RUNS:-2000}" - "$tmp/less.so" "$tmp/all_.so" -- \
	/bin/true >"$tmp/rows"
[ -s "$tmp/x.fxt" ] || { echo 'start: no archive was written' >&2; exit 1; }
printf '%-14s %9s %9s %7s %12s %8s %13s\n' /bin/true 'us' 'CPU us' faults \
	relocations names instructions
while read -r library wall cpu faults; do
	count=- n=- names=-
	case $library in
	-) what=alone ;;
	*) what=with && [ "$library" = "$tmp/less.so" ] && what='without OpenGL'
		n=$(relocations "$library") names=$(exported "$library") ;;
	esac
	[ "$library" != - ] || library=
	! command -v valgrind >/dev/null || count=$(instructions "$library")
	printf '%-14s %9d %9d %7d %12s %8s %13s\n' "$what" $((wall / 1000)) \
		$((cpu / 1000)) "$faults" "$n" "$names" "$count"
done <"$tmp/rows"
