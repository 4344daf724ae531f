#!/bin/bash
# SPDX-License-Identifier: MIT
# What each call costs under fxtrace and under the installed tracers (ltrace,
# uftrace). It is CPU ns per call of the whole process tree over native, in a
# loop of getenv calls. Then what starting a program costs: wall time of
# /bin/true, alone and in a session; and lttng's wrapper of malloc. Runs are
# interleaved; the median of five is printed.
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
runs=5
cat >"$tmp/loop.c" <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (int n = atoi(argv[argc - 1]); n; n--)
		(void)getenv("NO_SUCH_VARIABLE");
	return 0;
}
END
gcc -O2 -fno-builtin -o "$tmp/loop" "$tmp/loop.c"

# Tools by name: how many calls, then the command.
native() { "$tmp/loop" "$1"; }
# shim CALLS COMMAND...: with an archive of its own, all in the buffer
shim() {
	LD_PRELOAD=$b/libfxtrace.so FXTRACE_MODE=oneshot FXTRACE_BUFFER=256M \
		FXTRACE_CALLS=$1 FXTRACE_OUTPUT=$tmp/x.fxt "${@:2}"
}
oneshot() { shim getenv "$tmp/loop" "$1"; }
off() { shim none "$tmp/loop" "$1"; }
# the manager's time is in these, too
session() { "$b/fxtrace" record -q -c getenv -o "$1" "${@:2}"; }
streaming() { session "$tmp/x.fxt" "$tmp/loop" "$1"; }
discarded() { session - "$tmp/loop" "$1" >/dev/null; }
uftrace_() {
	uftrace record --force --no-event -A getenv@arg1/s -R getenv@retval/s \
		-d "$tmp/u" "$tmp/loop" "$1" >"$tmp/out" 2>&1
}
ltrace_() { ltrace -o "$tmp/l" "$tmp/loop" "$1" >"$tmp/out" 2>&1; }

# cpu_ns COMMAND N: user and system time of the command, in ns
cpu_ns() {
	local TIMEFORMAT='%U %S'
	rm -rf "$tmp"/*.fxt "$tmp/u" # not on its account
	{ time "$@"; } 2>&1 | awk '{printf "%d\n", ($1 + $2) * 1e9}'
}

tools='native off oneshot discarded streaming'
command -v uftrace >/dev/null && tools="$tools uftrace_"
command -v ltrace >/dev/null && tools="$tools ltrace_"
declare -A calls=([native]=2000000 [off]=2000000 [ltrace_]=20000)
for _ in $(seq $runs); do
	for tool in $tools; do
		n=${calls[$tool]:-500000}
		# what starting costs is taken off
		all=$(cpu_ns "$tool" "$n")
		start=$(cpu_ns "$tool" 1)
		echo $(((all - start) / n)) >>"$tmp/$tool.ns"
	done
done
median() { sort -n "$tmp/$1" | sed -n "$((runs / 2 + 1))p"; }
printf '%-14s %12s %12s\n' getenv 'ns a call' 'over native'
for tool in $tools; do
	printf '%-14s %12d %12d\n' "${tool%_}" "$(median "$tool.ns")" \
		$(($(median "$tool.ns") - $(median native.ns)))
done

# Programs that do nothing, one after the other.
n_programs=200
trues() {
	for _ in $(seq $n_programs); do /bin/true; done
}
export -f trues
export n_programs
start_alone() { bash -c trues; }
start_oneshot() { FXTRACE_OVERWRITE=1 shim getenv bash -c trues; }
start_session() { session "$tmp/x.fxt" bash -c trues; }
for _ in $(seq $runs); do
	for how in alone oneshot session; do
		rm -f "$tmp"/*.fxt
		begin=$(date +%s%N)
		start_$how
		echo $((($(date +%s%N) - begin) / n_programs / 1000)) \
			>>"$tmp/$how.us"
	done
done
printf '\n%-14s %12s\n' /bin/true 'us a program'
for how in alone oneshot session; do
	printf '%-14s %12d\n' $how "$(median $how.us)"
done

echo
"$top/tests/bench/lttng.sh"
