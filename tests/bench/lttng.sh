#!/bin/bash
# SPDX-License-Identifier: MIT
# malloc and free, 32 bytes, in a loop. lttng-ust's own wrapper for them (one
# event per call: pointer and size) is compared with fxtrace (begin, end,
# arguments and result). Both write to a file. Prints CPU ns for each of the two
# million calls over native, the program's and the file writer's. Also how many
# calls are in none. Runs are interleaved; the median of five is printed. Says
# so and ends where lttng is not installed, or its daemon is already there.
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
wrapper=liblttng-ust-libc-wrapper.so.1
runs=${ROUNDS:-5}
n_pairs=1000000
n_calls=$((2 * n_pairs))
if ! command -v lttng lttng-sessiond >/dev/null ||
	! ldconfig -p | grep -q "$wrapper"; then
	echo 'lttng: not installed (lttng-tools, liblttng-ust1)'
	exit
fi
tmp=$(mktemp -d)
daemon=
finish() {
	[ -z "$daemon" ] || { kill "$daemon" && wait "$daemon"; } || :
	rm -rf "$tmp"
}
trap finish EXIT
export LTTNG_HOME=$tmp
lt() { lttng -n "$@" >"$tmp/lttng.out" 2>&1; }
if lt list; then
	echo 'lttng: a session daemon runs already'
	exit
fi
lttng-sessiond --no-kernel >"$tmp/daemon.out" 2>&1 &
daemon=$!
tries=0
until lt list; do
	[ $((tries += 1)) -lt 100 ] || { cat "$tmp/daemon.out"; exit 1; }
	sleep 0.1
done

cat >"$tmp/loop.c" <<'END_OF_LOOP'
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (int n = atoi(argv[argc - 1]); n; n--) {
		void *volatile p = malloc(32);
		free(p);
	}
	return 0;
}
END_OF_LOOP
gcc -O2 -fno-builtin -o "$tmp/loop" "$tmp/loop.c"

# note NAME NS LABEL: ns of all calls, into NAME.LABEL
note() { awk -v ns="$2" -v n=$n_calls 'BEGIN { printf "%.2f\n", ns / n }' \
	>>"$tmp/$1.$3"; }
# program NAME COMMAND...: the loop's own time
program() {
	local name=$1 TIMEFORMAT='%U %S' ns
	shift
	{ time env "$@" "$tmp/loop" $n_pairs; } 2>"$tmp/time"
	ns=$(awk '{ printf "%d", ($1 + $2) * 1e9 }' "$tmp/time")
	note "$name" "$ns" program
}
# Time of the daemon's children, which write the trace, and of itself.
daemon_ns() {
	local pid
	for pid in $daemon $(pgrep -P $daemon); do
		cat "/proc/$pid"/task/*/schedstat
	done 2>/dev/null | awk '{ ns += $1 } END { printf "%d", ns }'
}
native() { program native x=1; }
lttng_() {
	local before
	rm -rf "$tmp/trace"
	lt create bench -o "$tmp/trace"
	lt enable-event -u 'lttng_ust_libc:*'
	lt start
	before=$(daemon_ns)
	program lttng LD_PRELOAD=$wrapper
	lt stop
	note lttng $(($(daemon_ns) - before)) writer
	lt list bench
	awk '/Discarded events:/ { n += $NF } END { print n + 0 }' \
		"$tmp/lttng.out" >>"$tmp/lttng.lost"
	du -sb "$tmp/trace" | cut -f1 >>"$tmp/lttng.bytes"
	lt destroy
}
fxtrace() {
	local pid TIMEFORMAT='%U %S'
	rm -f "$tmp/x.fxt"
	: >"$tmp/variable"
	{ time "$b/fxtrace" manager -q --until-empty -o "$tmp/x.fxt" \
		>"$tmp/variable"; } 2>"$tmp/manager" &
	pid=$!
	until grep -q '^FXTRACE_SESSION=' "$tmp/variable"; do sleep 0.01; done
	program fxtrace "$(cat "$tmp/variable")" FXTRACE_CALLS=malloc,free \
		LD_PRELOAD="$b/libfxtrace.so"
	wait $pid
	note fxtrace "$(awk '{ printf "%d", ($1 + $2) * 1e9 }' \
		"$tmp/manager")" writer
	"$b/fxtrace" info "$tmp/x.fxt" | awk -v n=$n_calls '
		/^calls:/ { n_calls = $2 } END { print n_calls < n ? n - n_calls : 0 }' \
		>>"$tmp/fxtrace.lost"
	stat -c %s "$tmp/x.fxt" >>"$tmp/fxtrace.bytes"
}
for _ in $(seq "$runs"); do
	native
	lttng_
	fxtrace
done
median() { sort -n "$tmp/$1" | sed -n "$((runs / 2 + 1))p"; }
printf '%-14s %12s %12s %12s %12s\n' 'malloc, free' 'program, ns' \
	'writer, ns' 'calls lost' 'bytes a call'
for tool in lttng fxtrace; do
	awk -v tool=$tool -v program="$(median $tool.program)" \
		-v native="$(median native.program)" \
		-v writer="$(median $tool.writer)" \
		-v lost="$(median $tool.lost)" -v bytes="$(median $tool.bytes)" \
		-v n=$n_calls 'BEGIN {
			printf "%-14s %12.1f %12.1f %12d %12.1f\n", tool,
				program - native, writer, lost, bytes / n }'
done
