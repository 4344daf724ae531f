#!/bin/bash
# SPDX-License-Identifier: MIT
# What each recorded call costs the manager: its own CPU time, user and system.
# It is for each of five million getenv calls (56 bytes each), to /dev/null or a
# file. Then what writing as many bytes takes alone, with CPU and wall time. It
# uses write() as the manager does, and O_DIRECT as it could.
# Runs are interleaved; the median of nine is printed.
#   tests/bench/manager.sh [FOLDER]   where the file is made
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d -p "${1:-${TMPDIR:-/tmp}}")
trap 'rm -rf "$tmp"' EXIT
runs=${ROUNDS:-9}
n_calls=5000000
n_mib=$((n_calls * 56 >> 20))
cat >"$tmp/loop.c" <<'END_OF_LOOP'
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (int n = atoi(argv[argc - 1]); n; n--)
		(void)getenv("NO_SUCH_VARIABLE");
	return 0;
}
END_OF_LOOP
gcc -O2 -fno-builtin -o "$tmp/loop" "$tmp/loop.c"

# managed NAME COMMAND...: the loop under a manager that the command starts,
# whose variable comes to $tmp/variable; its CPU time goes to NAME.ns
managed() {
	local name=$1 pid TIMEFORMAT='%U %S'
	shift
	: >"$tmp/variable"
	rm -f "$tmp/x.fxt"
	{ time "$@"; } 2>"$tmp/time" &
	pid=$!
	until grep -q '^FXTRACE_SESSION=' "$tmp/variable"; do sleep 0.01; done
	env "$(grep '^FXTRACE_SESSION=' "$tmp/variable")" FXTRACE_CALLS=getenv \
		LD_PRELOAD="$b/libfxtrace.so" "$tmp/loop" $n_calls
	wait $pid
	awk -v n=$n_calls '{ printf "%.1f\n", ($1 + $2) * 1e9 / n }' \
		"$tmp/time" >>"$tmp/$name.ns"
}
manager() { "$b/fxtrace" manager -q --until-empty -o "$@"; }
discard() { manager - >/dev/null 2>"$tmp/variable"; }
file() { manager "$tmp/x.fxt" >"$tmp/variable"; }
# alone NAME: the bytes, without a manager
alone() {
	rm -f "$tmp/x.fxt"
	"$b/tests/bench/output" "$tmp/x.fxt" $n_mib "$1" >"$tmp/out" || return 0
	read -r cpu wall <"$tmp/out"
	echo "$cpu" >>"$tmp/$1.ns"
	echo "$wall" >>"$tmp/$1.wall"
}
for _ in $(seq "$runs"); do
	managed discard discard
	managed file file
	alone write
	alone direct
done
# row FILE LABEL: with its median and what is between the quartiles
row() {
	[ -s "$tmp/$1" ] || return 0
	sort -n "$tmp/$1" | awk -v label="$2" '{ v[NR] = $1 }
		END { printf "%-40s %6.1f  (%.1f to %.1f)\n", label,
			v[int(NR / 2) + 1], v[int((NR - 1) / 4) + 1],
			v[NR - int((NR - 1) / 4)] }'
}
echo "ns a call; files on $(stat -f -c %T "$tmp")"
row discard.ns 'manager, to /dev/null'
row file.ns 'manager, to a file'
row write.ns 'the same bytes by write()'
row direct.ns 'the same bytes by O_DIRECT'
row write.wall 'wall time, write()'
row direct.wall 'wall time, O_DIRECT'
