#!/bin/bash
# SPDX-License-Identifier: MIT
# Ten million calls become every other format and, where that can be read, come
# back, all of them. The memory does not depend on how many they are. It takes
# some 10 GB of disk.
#	CALLS=n tests/stress/convert.t
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
used=$b/tests/bench/used
# Three times the part of an index that stays in memory, and SQLite's.
most_mib=900
plan 14
calls=${CALLS:-10000000}

# calls FILE: how many an archive has
calls() { "$fxtrace" info --top 0 "$1" | awk '/^calls:/ { print $2 }'; }

# fits COMMAND...: $fit says whether it goes well, and in so much memory
fits() {
	rm -f used
	"$used" used "$@" 2>err
	fit=$(awk -v most="$most_mib" '{
		is_bad = $3 || $2 > most * 1024
		print is_bad ? $2 " KiB, status " $3 : "fits"
	}' used)
}

# is_all COUNT NAME: that many calls, and it fits
is_all() { is "$fit, $1" "fits, $n_calls" "$2"; }

# back FILE
back() {
	fits "$fxtrace" convert "$1" back.fxt
	is_all "$(calls back.fxt)" "and come back from $1"
	rm -f "$1"* back.fxt
}

"$fxtrace" record -q --mode streaming -o a.fxt "$b/tests/bench/kinds" "$calls"
n_calls=$(calls a.fxt)
is "$((n_calls - n_calls % 10))" "$calls" 'all calls are recorded'

fits "$fxtrace" convert --to jsonl a.fxt - >a.jsonl
is_all "$(wc -l <a.jsonl)" 'they become lines of JSON'
rm a.jsonl
fits "$fxtrace" convert --to csv a.fxt - >a.csv
is_all "$(($(tr -cd '\r' <a.csv | wc -c) - 1))" 'comma-separated values'
rm a.csv
fits "$fxtrace" convert a.fxt a.folded
is "$fit, $(grep -c '^[^;]*;[^;]*;[^;]* [0-9]*$' a.folded)" \
	"fits, $(wc -l <a.folded)" 'folded stacks'
fits "$fxtrace" convert --to fxt-compat a.fxt compat.fxt
is_all "$(calls compat.fxt)" 'an archive for other readers'
rm compat.fxt
for end in zst gz; do
	fits "$fxtrace" trim --since 0 a.fxt "part.fxt.$end"
	is_all "$(calls "part.fxt.$end")" "a part that is packed as .$end"
	rm "part.fxt.$end"
done
fits "$fxtrace" convert a.fxt a.sqlite
is_all "$("$fxtrace" query --no-heading a.sqlite \
	'select count(*) from call')" 'a database'
rm a.sqlite
fits "$fxtrace" convert a.fxt a.json
is "$fit" fits 'trace events'
back a.json
fits "$fxtrace" convert a.fxt a.fdr
is "$fit" fits 'a log of XRay'
back a.fdr
fits "$fxtrace" convert --calls '*' a.fxt a.trace
is "$fit" fits 'a file of apitrace'
back a.trace
