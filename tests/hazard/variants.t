#!/bin/bash
# SPDX-License-Identifier: MIT
# However a program was compiled and linked, its calls are recorded alike.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

# counted: of the last run, N FUNCTION of each, over all archives
counted() {
	local archive
	for archive in fxt/*.fxt; do
		calls "$archive"
	done | awk '{ sub(/\(.*/, "", $2); n[$2]++ }
		END { for (name in n) print n[name], name }' | sort -k 2
}

# variant NAME FLAG...: two tests of the program built so
variant() {
	local name=$1
	shift
	${CC:-cc} -O2 -fno-builtin -D_GNU_SOURCE -w "$@" -o variant \
		"$tests/hazard/variants.c" 2>err.out || {
		skip 'not to be had here' "$name does not notice"
		skip 'not to be had here' 'and has all its calls'
		return
	}
	same "$name does not notice" ./variant -a -b word
	counted >got.counts
	[ -e want.counts ] || cp got.counts want.counts
	is "$(grep -cE ' (open|vfork|pthread_create|printf)$' got.counts) $(
		cat got.counts)" "4 $(cat want.counts)" 'and has all its calls'
}

plan 14
protection=-fcf-protection=full marks=IBT,SHSTK pad=endbr64
[ "$(uname -m)" != aarch64 ] ||
	protection=-mbranch-protection=standard marks=BTI pad='bti\tc'
variant 'a program that is bound lazily' -Wl,-z,lazy
variant 'one that is bound at start' -Wl,-z,now
variant 'one that calls without a linkage table' -fno-plt
variant 'one that marks where it may be jumped to' $protection
variant 'one at a fixed place, with variables of its own' -no-pie -fno-pie
variant 'one that calls from there without a table' -no-pie -fno-pie -fno-plt

readelf -nW "$lib" 2>/dev/null | tr -d ' ' >notes.out
is "$(grep -o $marks notes.out)" $marks \
	'the tracer does not turn off control flow enforcement'
nm -D --defined-only "$lib" | awk '$2 ~ /[TWi]/ { print $1, $3 }' |
	sort >exported.out
objdump -d --no-show-raw-insn "$lib" | awk '/^[0-9a-f]+ <.*>:$/ {
		at = $1; getline; if (/'$pad'/) print at }' | sort >marked.out
[ "$(wc -l <exported.out)" -gt 100 ] &&
	is "$(join -v 1 exported.out marked.out)" '' \
		'every function of it may be jumped to'
