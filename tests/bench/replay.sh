#!/bin/bash
# SPDX-License-Identifier: MIT
# What a replay costs, in CPU time. Frames of glmark2 are compared with the
# program itself, and two million small calls with glretrace -b of apitrace's
# recording of the same program. Runs are interleaved; medians of five.
#   FRAMES=n CALLS=n ROUNDS=n tests/bench/replay.sh
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
tests=$top/tests
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
# shellcheck disable=SC1091
. "$tests/x_server.sh"
x_server || { echo 'replay: no Xvfb here'; exit; }
export LIBGL_ALWAYS_SOFTWARE=1 TIMEFORMAT='%U %S %R'
frames=${FRAMES:-200} rounds=${ROUNDS:-5}

# cpu COMMAND...: its processor seconds and those of the clock
cpu() {
	{ time "$@" >out 2>&1; } 2>times
	awk '{ print $1 + $2, $3 }' times
}
median() {
	sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

scene() {
	local one="$1:nframes=$frames:duration=1000"
	local two="$1:nframes=$((2 * frames)):duration=1000"
	rm -f native.* replayed
	"$b/fxtrace" record -q --overwrite -o scene.fxt --calls '%gl,%glx' \
		glmark2 -b "$two" >out 2>&1
	for ((i = 0; i < rounds; i++)); do
		cpu glmark2 -b "$one" >>native.one
		cpu glmark2 -b "$two" >>native.two
		"$b/fxtrace" replay --benchmark \
			--frames "$frames-$((2 * frames - 1))" scene.fxt \
			2>/dev/null |
			sed -n 's/^cpu-ms-a-frame //p' >>replayed
	done
	awk -v scene="$1" -v one="$(median <native.one)" \
		-v two="$(median <native.two)" -v n="$frames" \
		-v now="$(median <replayed)" 'BEGIN {
		was = (two - one) / n * 1000
		printf "%-20s %10.2f %10.2f %8.2f\n", scene, was, now, now / was
	}'
}
if [ -z "${NO_SCENES-}" ] && command -v glmark2 >/dev/null; then
	printf '%-20s %10s %10s %8s\n' 'CPU ms a frame' native replay ratio
	for s in build texture shading:shading=phong bump:bump-render=height \
		refract terrain; do
		scene "$s"
	done
fi

command -v eglretrace >/dev/null || exit 0
# calls WHAT CALLS UPLOADS: recorded by both, replayed by both
calls() {
	local program=("$b/tests/bench/gl" "$2" "$3")
	rm -f ./*.times
	"$b/fxtrace" record -q --overwrite -o calls.fxt --calls '%gl,%egl' \
		"${program[@]}" >out
	apitrace trace -a egl -o calls.trace "${program[@]}" >out 2>&1
	for ((i = 0; i < rounds; i++)); do
		cpu "$b/fxtrace" replay --headless calls.fxt >>fxtrace.times
		cpu eglretrace -b calls.trace >>eglretrace.times
	done
	printf '\n%-26s %10s %10s\n' "$1" 'CPU s' 'clock s'
	for w in eglretrace fxtrace; do
		printf '%-26s %10s %10s\n' "$w" \
			"$(cut -d ' ' -f 1 $w.times | median)" \
			"$(cut -d ' ' -f 2 $w.times | median)"
	done
}
calls '2,000,000 calls' "${CALLS:-500000}" 0
calls '2,010,000, some of 2 threads' "$((${CALLS:-500000} * 67 / 100))" 1
