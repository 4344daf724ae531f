#!/bin/bash
# SPDX-License-Identifier: MIT
# What the page of `fxtrace timeline` carries is what dump shows; its options.
# In a browser it is tested by ../timeline.t.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

page() { perl "$tests/cli/timeline_calls.pl" "$@"; }

# as_dumped: dump's lines without times, as page prints calls without theirs
as_dumped() {
	sed -E 's/^([0-9]+) [0-9.]+ ([^ ]+ )/\1 \2/; s/ <[0-9.]+[num]?s>$//'
}
as_paged() { cut -d ' ' -f 1,5-; }

# holds NAME OPTIONS...: the page has the calls that dump shows with the same
holds() {
	"$fxtrace" dump "${@:2}" a.fxt | grep -v '^#' | as_dumped >want
	run "$fxtrace" timeline -o a.html "${@:2}" a.fxt
	page a.html | as_paged >got
	[ "$status" = 0 ] && [ -z "$out$err" ] && [ -s want ] &&
		cmp -s want got
	ok $? "$1" || diff want got | note
}

plan 22
FXTRACE_MODE=streaming "$fxtrace" record -q -o a.fxt -c +usleep sh -c '
	cat /etc/hostname /no/such 2>/dev/null
	perl -e "select undef, undef, undef, 0.05; open F, qq(/no/\xff\"</script>)"
	true & wait' >/dev/null

holds 'each call has number, process, thread, function, arguments and result'
holds 'as few as --calls chooses' --calls 'open*,-open64'
holds 'those that failed' --errors
holds 'those that took some time' --min-time 1ms
holds 'those of a process' --process perl
half=$("$fxtrace" dump a.fxt | awk '!/^#/ { t[n++] = $2 } END { print t[int(n / 2)] }')
holds 'those since a time' --since "$half"
holds 'those until a time' --until "$half"
holds 'those of a thread, that failed' --thread 'perl*' --errors

"$fxtrace" dump --json a.fxt | perl -MJSON::PP -ne '
	$c = decode_json($_);
	print "$c->{number} $c->{begin_ns} ", $c->{duration_ns} // "-", "\n"' >want
"$fxtrace" timeline -o a.html a.fxt
page a.html | cut -d ' ' -f 1-3 >got
"$fxtrace" dump a.fxt | awk '!/^#/ && / = . <replaced>$| = \?$| <no return>$/ { print $1 }' >replaced
awk 'NR == FNR { is[$1] = 1; next } !($1 in is)' replaced want >want.timed
awk 'NR == FNR { is[$1] = 1; next } !($1 in is)' replaced got >got.timed
[ -s replaced ] && [ -s got.timed ] && cmp -s want.timed got.timed
ok $? 'begin and duration are exact to the nanosecond' ||
	diff want.timed got.timed | note

cat >nested.json <<'X'
{"traceEvents":[
{"ph":"X","pid":7,"tid":7,"cat":"a","name":"outer","ts":1,"dur":9},
{"ph":"X","pid":7,"tid":7,"cat":"a","name":"inner","ts":3,"dur":2},
{"ph":"X","pid":7,"tid":8,"cat":"a","name":"other","ts":3,"dur":2},
{"ph":"X","pid":7,"tid":7,"cat":"a","name":"inmost","ts":4,"dur":0.5},
{"ph":"X","pid":7,"tid":7,"cat":"a","name":"after","ts":12,"dur":1}]}
X
"$fxtrace" convert nested.json nested.fxt &&
	"$fxtrace" timeline -o nested.html nested.fxt
is "$(page nested.html | cut -d ' ' -f 4,6 | tr -d '()')" '0 outer
1 inner
0 other
2 inmost
0 after' 'calls know how deep they are nested in their thread'

grep -q "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'" a.html &&
	! sed '/^<script type="text.plain"/d' a.html |
	grep -Eq '(src|href)=|https?:|@import|url\('
ok $? 'nothing is fetched, nor could it be'

page --memory a.html >memory
bytes=$("$fxtrace" dump --json --calls read a.fxt | perl -MJSON::PP -MMIME::Base64 -ne '
	$b = decode_json($_)->{args}{buf} or next;
	print "buf $b->{bytes} ", unpack("H*", decode_base64($b->{base64})), "\n"
		if ref $b && $b->{bytes}')
n=0
while read -r line; do
	grep -qxF "$line" memory && n=$((n + 1))
done <<<"$bytes"
[ -n "$bytes" ] && [ "$n" = "$(wc -l <<<"$bytes")" ]
ok $? 'memory is there with its bytes' || head -c 2000 memory | note

"$fxtrace" timeline --blob-max 3 -o short.html a.fxt
page --memory short.html | awk '{ if (length($3) > 6) exit 1; if ($2 > 3) n++ }
	END { exit !n }'
ok $? '--blob-max bounds it, and the true size is recorded'

run "$fxtrace" timeline a.fxt
[ "$status" = 0 ] && cmp -s a.html "$tmp/a.html"
ok $? 'the page is called as the archive'

run "$fxtrace" timeline -o - a.fxt
cmp -s "$tmp/out" a.html
ok $? 'it goes to standard output'

"$fxtrace" timeline -o - - <a.fxt >piped.html
diff <(page piped.html) <(page a.html) >/dev/null
ok $? 'the archive comes from standard input'

run "$fxtrace" timeline - <a.fxt
ends 2 '--output' 'standard input has no name for the page'

size=$(stat -c %s a.fxt)
head -c $((size * 3 / 4 / 8 * 8 + 4)) a.fxt >cut.fxt
run "$fxtrace" timeline -o cut.html cut.fxt
[ "$status" = 1 ] && says 'cut.fxt: offset' &&
	page --about cut.html | grep -q '"fault":"damaged at offset' &&
	page cut.html | grep -q open
ok $? 'a damaged archive: what is before the fault, and that is reported'

echo old >keep.html
run "$fxtrace" timeline -o keep.html /no/such.fxt
[ "$status" = 1 ] && [ "$(cat keep.html)" = old ]
ok $? 'what was there stays if nothing can be read'

run "$fxtrace" timeline -o none.html --calls qsort_r a.fxt
[ "$status" = 0 ] && says 'none fits the options' && page none.html >got &&
	[ ! -s got ]
ok $? 'a page without calls says why'

"$fxtrace" record -q --stack 'open*' -o stack.fxt cat /no/such 2>/dev/null
"$fxtrace" timeline -o stack.html stack.fxt
"$fxtrace" dump --stacks stack.fxt | sed -n 's/^    \(#[0-9]*\) /\1=/p' >want
page --stacks stack.html >got
[ -s want ] && cmp -s want got
ok $? 'stacks are there, as dump shows them' || diff want got | note

run "$fxtrace" timeline -o a.html a.fxt -
ends 2 'several archives are files' 'standard input is not one of several'
