#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives whose numbers are larger than 32 or 63 bits, or more than 16 bits can
# count: times, offsets, modules, strings, threads.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
make_archive() { perl "$tests/cli/numbers.pl" "$@"; }

plan 23

# times RATE: the archive's times in ns, exact, from the ticks in `ticks`;
# 2^64 - 2 is the largest
times() {
	perl -Mbigint -ne '
		my $ns = $_ * 1000000000 / '"$1"';
		my $most = 2 ** 64 - 2;
		print $ns > $most ? $most : $ns, "\n"' ticks
}
printf '%s\n' 0 1 4294967295 4294967296 9007199254740993 9223372036854775807 \
	9223372036854775808 18446744070709551615 18446744073709551614 >ticks
for rate in 1 999999999 1000000000 1000000001 2445425905 4611686018427387904 \
	18446744073709551615; do
	make_archive ticks $rate <ticks >t.fxt
	is "$("$fxtrace" dump --json t.fxt |
		sed 's/.*"begin_ns":\([0-9]*\).*/\1/')" "$(times $rate | sort -n)" \
		"each time is exact with $rate ticks per second"
done
make_archive ticks 1000000000 <ticks >t.fxt
is "$("$fxtrace" query t.fxt 'select number from call order by begin_ns' |
	paste -sd ' ')" 'number 0 1 2 3 4 5 6 7 8' 'SQL has no negative times'
"$fxtrace" convert t.fxt t.csv
"$fxtrace" convert t.fxt t.json
is "$(cut -d , -f 2 t.csv | tail -n +2)" "$(times 1000000000)" 'CSV has them all'
is "$(sed -n 's/.*"ts":\([0-9]*\)\.\([0-9]*\),.*/\1\2/p' t.json |
	sed 's/^0*\(.\)/\1/')" "$(times 1000000000)" \
	'trace event JSON has them all'
"$fxtrace" convert t.json back.fxt
is "$("$fxtrace" dump --json back.fxt | sed -n \
	's/.*"begin_ns":\([0-9]*\).*/\1/p' | head -n 6)" \
	"$(times 1000000000 | head -n 6)" 'those of 63 bits come back from there'

# Most of the file is a hole.
gap=5368709120
if make_archive gap $gap g.fxt 2>gap.err; then
	"$fxtrace" dump g.fxt >calls.out 2>&1
	is "$(sed 's/.*access/access/; s/ <.*//' calls.out)" 'access() = 10
access() = 20
access() = "behind the gap"
access() = 50
access() = 60' 'calls behind 5 GiB are read, and are part of the same thread'
	raw=$("$fxtrace" dump --raw g.fxt | tail -n 1)
	is "${raw%% *}" $(($(stat -c %s g.fxt) - 32)) \
		'records have their offset in the file'
	"$fxtrace" convert g.fxt g.csv
	is "$(tail -n +2 g.csv | cut -d , -f 11 | tr -d '"' |
		paste -sd ' ')" \
		'10 20 behind the gap 50 60' 'they are converted'
	"$fxtrace" trim --calls 2-3 g.fxt part.fxt 2>/dev/null
	is "$("$fxtrace" dump part.fxt | sed -n 's/.*access() = \(.*\) <.*/\1/p' |
		paste -sd ' ')" '"behind the gap" 50' 'they are trimmed'
	"$fxtrace" diff g.fxt g.fxt >diff.out
	is "$?" 0 'they are compared'
	size=$(stat -c %s g.fxt)
	printf 'DDDDDDDD' >>g.fxt
	"$fxtrace" dump g.fxt >calls.out 2>err.out
	is "$?, $(wc -l <calls.out)" '1, 5' 'what comes before a fault is shown'
	grep -q "offset $size:" err.out
	ok $? 'the offset of the fault is reported' || note <err.out
else
	for _ in 1 2 3 4 5 6 7; do skip "$(cat gap.err)" 'large files'; done
fi
rm -f g.fxt

make_archive modules 70000 >m.fxt
"$fxtrace" info m.fxt | grep -c '^module:' >count.out
is "$(cat count.out)" 70000 'of 70,000 modules each is listed'
"$fxtrace" dump --stacks m.fxt | awk '/access/ { n++; sub(/.* = /, "");
		sub(/ .*/, ""); want = "/no/lib" $0 ".so+0x100" }
	/#0/ && !index($0, want) { wrong++ }
	END { print n, wrong + 0 }' >count.out
is "$(cat count.out)" '70000 0' 'each stack leads to the module of its time'

# More names, texts and threads than have numbers.
awk 'BEGIN { print "{\"traceEvents\":["
	for (i = 0; i < 40000; i++)
		printf "%s{\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":1," \
			"\"cat\":\"c\",\"name\":\"n%05d\"," \
			"\"args\":{\"a%05d\":\"text %05d\"}}\n", \
			i ? "," : "", i % 400 + 1, i * 10, i, i % 20000, i
	print "]}" }' >many.json
"$fxtrace" convert many.json many.fxt
is "$("$fxtrace" dump --raw many.fxt | grep -c ' string index=')" 32767 \
	'of 100,000 names and texts 32,767 have an index'
"$fxtrace" dump many.fxt | awk '{ i = NR - 1
		want = sprintf("1/%d n%05d(a%05d=\"text %05d\")", i % 400 + 1, i,
			i % 20000, i)
		if (!index($0, want)) wrong++ }
	END { print NR, wrong + 0 }' >count.out
is "$(cat count.out)" '40000 0' 'all of them are as they were, of 400 threads'
"$fxtrace" convert many.fxt again.json
is "$(grep -c '"name":"n[0-9]*"' again.json)" 40000 \
	'and are converted back'
