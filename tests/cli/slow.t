#!/bin/bash
# SPDX-License-Identifier: MIT
# fxtrace slow: what held a thread up, and who let it go on.
# shellcheck disable=SC1091
. "$(dirname "$(readlink -f "$0")")/lib.sh"
mkdir -p "$tmp/bin"
${CC:-cc} -O1 -g -D_GNU_SOURCE -o "$tmp/bin/waits" "$tests/cli/waits.c" \
	-lpthread || exit 1
PATH=$tmp/bin:$PATH
program nested
cd "$tmp" || exit 1
unset FXTRACE_MODE

plan 13

"$fxtrace" record -q -o w.fxt --stack read -c -__getpagesize waits
"$fxtrace" slow --calls read --top 1 w.fxt >text
is "$(sed -n '1s/ for .*//p; 2s/^[0-9. \/]* \(read.*\) <.*/\1/p' text)" \
	'1. held up
read(fd=3<pipe:#1>, buf="x", count=1) = 1' \
	'the call is first, as dump shows it'
grep -q '^    #0 main at .*waits\.c:[0-9]*' text
ok $? 'with its stack'
# the other thread's first sleep may begin before the read does
grep -q '^     [0-9/]* waits: \(11\|10\) calls, \([89][0-9]\|100\)% of the time: usleep \([89][0-9]\|100\)% (\(10\|9\)), write [0-9]*%$' \
	text
ok $? 'what the other thread did meanwhile is below' || note <text
grep -q '^   last write, call [0-9]* of [0-9/]* waits, had \(begun\|ended\) .* before$' text
ok $? 'and what another thread did last before' || note <text

# the same by another way: the JSON lines of dump
want=$("$fxtrace" dump --json w.fxt | perl -MJSON::PP -ne '
	push @calls, decode_json($_);
	END {
		my ($read) = grep { $_->{name} eq "read" } @calls;
		my ($n, $ns) = (0, 0);
		for (@calls) {
			my $end = $_->{end_ns} // 0;
			next if $_->{tid} == $read->{tid} ||
				$_->{begin_ns} >= $read->{end_ns} ||
				$end <= $read->{begin_ns};
			my $from = $_->{begin_ns} > $read->{begin_ns} ?
				$_->{begin_ns} : $read->{begin_ns};
			$n++;
			$ns += ($end < $read->{end_ns} ? $end :
				$read->{end_ns}) - $from;
		}
		print "$read->{number} $read->{duration_ns} $n $ns";
	}')
is "$("$fxtrace" slow --json --calls read --top 1 w.fxt | perl -MJSON::PP -ne '
	my $slow = decode_json($_);
	my $other = $slow->{meanwhile}[0];
	print join " ", $slow->{call}{number}, $slow->{held_ns},
		$other->{calls}, $other->{busy_ns}')" "$want" \
	'counts and times are those that the calls themselves add up to'
is "$("$fxtrace" slow --json --top 12 w.fxt | perl -MJSON::PP -ne '
	my $ns = decode_json($_)->{held_ns};
	print "out of order\n" if defined $last && $ns > $last;
	$last = $ns;')" '' 'the slowest come first'

run "$fxtrace" slow w.fxt
! grep -qE '^[0-9]+ [0-9.]+ [0-9]+/[0-9]+ usleep\(' <<<"$out"
ok $? 'calls that wait are left out' || note <<<"$out"
says '^fxtrace: [0-9]* calls of functions that wait left out: --wait shows them$'
ok $? 'and reported' || note <<<"$err"
"$fxtrace" slow --json --wait w.fxt 2>&1 | grep -q '"call":{[^}]*"name":"usleep"'
ok $? 'an option shows them' || "$fxtrace" slow --json --wait w.fxt | note
"$fxtrace" record -q -o n.fxt -c '+%memstr' nested >out
outer=$("$fxtrace" slow --json --calls qsort --top 1 n.fxt | perl -MJSON::PP -ne '
	my $slow = decode_json($_);
	print $slow->{held_ns} < $slow->{call}{duration_ns} ? "less" : "all"')
is "$outer" less 'the time of calls that a call made is theirs'

script -qec "stty cols 60; '$fxtrace' slow --wait w.fxt" /dev/null </dev/null |
	tr -d '\r' >narrow
"$fxtrace" slow --wait w.fxt >wide
grep -q '^.\{61\}' wide && ! grep -q '^.\{61\}' narrow &&
	diff <(grep -o '^[0-9]* [0-9./ ]* [a-z_]*(' narrow) \
		<(grep -o '^[0-9]* [0-9./ ]* [a-z_]*(' wide)
ok $? 'a narrow terminal gets short lines, with each name' || note <narrow

run "$fxtrace" slow --top 0 w.fxt
ends 2 'expected 1 to 99999' 'none at all is no number of calls'
head -c "$(($(stat -c %s w.fxt) - 12))" w.fxt >cut.fxt
run "$fxtrace" slow cut.fxt
ends 1 'cut.fxt: offset [0-9]*: ' 'a cut archive is an error with its offset'
