#!/bin/bash
# SPDX-License-Identifier: MIT
# What each call costs: tests/bench/calls.c natively, under two shims, and under
# the tracer, with the functions off and recorded. Shim F0 forwards only. F2
# also reads the clock twice and stores 48 bytes, the floor of any recording.
# Rounds are interleaved; medians are printed, ns of thread CPU time a call.
#
# Below them are instructions a call, if valgrind is there. Nothing here fails
# for being slow: the last columns say which budget holds.
#
# The archive is in memory unless TMPDIR names a folder. On a disk the kernel
# takes pages back for writing in the middle of a lap, if it has much to write.
#   ROUNDS=n TMPDIR=folder scripts/bench.sh [FUNCTION...]
set -euo pipefail
top=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
b=${FXTRACE_B:-$top/build}
bench=$b/tests/bench
[[ -n ${TMPDIR:-} || ! -w /dev/shm ]] || TMPDIR=/dev/shm
tmp=$(mktemp -d -p "${TMPDIR:-/tmp}")
trap 'rm -rf "$tmp"' EXIT
all=(getenv strlen lseek read malloc)
variants='native f0 f2 off on'

# wrapped FUNCTION...: those that the library exports
wrapped() {
	local name
	for name; do
		grep -qx "$name" "$b/gen/exports_libc.txt" && echo "$name"
	done
	return 0
}

# under VARIANT COMMAND...: runs it; the environment has the same variables
# each time, since getenv looks through them all
under() {
	local preload='' calls=none
	case $1 in
	f0 | f2) preload=$bench/$1 ;;
	off) preload=$b/libfxtrace.so ;;
	on) preload=$b/libfxtrace.so calls=getenv,strlen,lseek,read,malloc,free ;;
	esac
	shift
	env -i PATH="$PATH" LD_PRELOAD="$preload" FXTRACE_CALLS="$calls" \
		FXTRACE_OUTPUT="$tmp/x.fxt" FXTRACE_OVERWRITE=1 \
		FXTRACE_MODE=oneshot FXTRACE_BUFFER=1G "$@"
	if [[ $preload == */libfxtrace.so && ! -s $tmp/x.fxt ]]; then
		echo 'bench: no archive: the tracer did not run' >&2
		return 1
	fi
	rm -f "$tmp/x.fxt"
}

# instructions VARIANT: "FUNCTION instructions VARIANT COUNT FAULTS", by the
# functions of calls.c, whose names begin with call_
instructions() {
	under "$1" valgrind -q --tool=callgrind --zero-before=counted \
		--callgrind-out-file="$tmp/callgrind" "$bench/calls" -c \
		"${functions[@]}" >"$tmp/out" 2>&1 || return 0
	callgrind_annotate --inclusive=yes --threshold=100 "$tmp/callgrind" |
		awk -v variant="$1" 'match($0, /calls.c:call_[a-z]+/) {
			name = substr($0, RSTART + 13, RLENGTH - 13)
			gsub(",", "", $1)
			print name, "instructions", $1 / 20000, 0, variant
		}'
}

mapfile -t functions < <(wrapped "${@:-${all[@]}}")
for _ in $(seq "${ROUNDS:-15}"); do
	for variant in $variants; do
		for way in '' -f; do
			# shellcheck disable=SC2086
			under "$variant" "$bench/calls" $way "${functions[@]}" |
				sed "s/\$/ $variant/" >>"$tmp/rows"
		done
	done
done
if command -v callgrind_annotate >/dev/null; then
	for variant in $variants; do
		instructions "$variant" >>"$tmp/rows"
	done
fi
echo "ns a call; archive on $(stat -f -c %T "$tmp")"
awk -f "$top/tests/bench/table.awk" "$tmp/rows"
