#!/bin/bash
# SPDX-License-Identifier: MIT
# What it takes to report on a recording of four million calls. It compares
# fxtrace's with uftrace's of as many calls by the same program, built with -pg
# for that. Prints CPU seconds (of user and kernel) and peak memory,
# alternating, the median of five. Both are read from memory: the files were
# written just before. They are made in the script's temporary folder.
#   CALLS=n ROUNDS=n tests/bench/report.sh
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
bench=$b/tests/bench
calls=${CALLS:-4000000}
rounds=${ROUNDS:-5}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

has() { command -v "$1" >/dev/null; }

# row WHAT TURN
row() {
	sort -n "turn.$2" | sed -n "$(((rounds + 1) / 2))p" |
		awk -v what="$1" '{ printf "  %-34s %6.2f s %6.0f MiB\n", what,
			$1, $2 / 1024 }'
}

"$b/fxtrace" record -q -o a.fxt -c 'read,write,qsort,lseek' \
	"$bench/report" "$calls"
echo "$("$b/fxtrace" info a.fxt | sed -n 's/^calls: *\([0-9]*\).*/\1/p') calls," \
	"$(du -m --apparent-size a.fxt | cut -f 1) MiB"
if has uftrace; then
	${CC:-cc} -O1 -pg -fno-inline -o report "$top/tests/bench/report.c"
	uftrace record --no-event -d u ./report "$calls" >/dev/null
	echo "uftrace: $(uftrace report -d u -f call 2>/dev/null |
		awk '$1 ~ /^[0-9]+$/ { n += $1 } END { print n }') calls," \
		"$(du -m --apparent-size u | cut -f 1) MiB"
fi
for ((i = 0; i < rounds; i++)); do
	"$bench/used" turn.0 "$b/fxtrace" report a.fxt >/dev/null
	"$bench/used" turn.1 "$b/fxtrace" report --by file a.fxt >/dev/null
	"$bench/used" turn.2 "$b/fxtrace" graph a.fxt >/dev/null
	if has uftrace; then
		"$bench/used" turn.3 uftrace report -d u >/dev/null
		"$bench/used" turn.4 uftrace graph -d u >/dev/null
	fi
done
row 'fxtrace report' 0
row 'fxtrace report --by file' 1
row 'fxtrace graph' 2
if has uftrace; then
	row 'uftrace report' 3
	row 'uftrace graph' 4
fi
