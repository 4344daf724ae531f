#!/bin/bash
# SPDX-License-Identifier: MIT
# Every value of every call of an archive is in a database and in trace event
# JSON that are made of it. A database does not distinguish true and 1; a result
# that is NULL, and none; NULL and what is no number. Nor does it distinguish a
# struct and text that is its JSON, or what dump shows of a long double and
# text. chrome.t has what does not come back of trace events, apitrace_in.t of
# apitrace's files, convert_xray*.t of XRay's logs.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
values=$tests/convert/values.pl

program nested
plan 17

# same NAME WHAT: NAME.fxt has the same values as what is made of it
same() {
	"$fxtrace" dump --json "$1.fxt" | perl "$values" json | sort >all
	grep -v ' ret null$' all >want
	"$fxtrace" query --json "$1.fxt" "select number, name,
		case when kind = 'uint' and digits is not null then digits
		else value end as value, data, true_size from args union all
		select number, 'ret',
		case when ret_kind = 'uint' and ret_digits is not null
		then ret_digits else ret end, null, null from calls
		where ret is not null union all
		select number, 'errno', errno, null, null from calls
		where errno is not null" | perl "$values" sqlite | sort >got
	if [ "$1" = numbers ]; then
		sed -n 's/^\([^ ]* [^ ]* \)memory 16 .*/^\1/p' want >long
		[ -s long ] && grep -vf long got >got.other
		grep -vf long want >want.other
		mv want.other want
		mv got.other got
	fi
	[ -s want ] && cmp -s want got
	ok $? "a database has every value of $2" ||
		diff want got | cut -c1-200 | note
	"$fxtrace" convert --to chrome "$1.fxt" - 2>err | perl "$values" chrome |
		sort | cmp -s all -
	ok $? "trace events have every value of $2"
}
"$fxtrace" record -q --mode streaming -o a.fxt -c '+%memstr,+%math' sh -c '
	ls -l /; cat /none; nested; printf "%s %d\n" x 1
	head -c 100000 /dev/zero | cat >/dev/null' >/dev/null 2>&1
same a 'programs'
cp "$tests/fuzz/reader/everything.fxt" "$tests/fuzz/reader/printf.fxt" .
same everything 'cut calls'
perl "$tests/convert/mkfxt.pl" fuchsia >fuchsia.fxt
same fuchsia 'all kinds'
"$fxtrace" record -q -o numbers.fxt -c '%math,%complex,%convert' \
	"$b/tests/app/numbers" >/dev/null
same numbers numbers
is "$("$fxtrace" query --no-heading numbers.fxt "select distinct value
	from args where function = 'sqrtl'")" 3 'a long double is what dump shows'
is "$("$fxtrace" query --no-heading numbers.fxt "select distinct digits,
	value is null from args where kind = 'float' and digits is not null")" \
	"$(printf 'NaN\t1')" 'NaN is told from what is not there'
"$fxtrace" record -q -o kinds.fxt -c '+*' "$b/tests/app/kinds" >/dev/null 2>&1
# of JSON: what is an address, and large numbers
addresses() {
	perl -MJSON::PP -ne 'my $c = decode_json($_);
		print "$c->{number} $_ $c->{args}{$_}{address}\n" for sort grep {
			ref $c->{args}{$_} eq "HASH" &&
			defined $c->{args}{$_}{address} } keys %{$c->{args}}'
}
is "$("$fxtrace" query --no-heading kinds.fxt "select number || ' ' || name ||
	' ' || value from args where kind = 'address' order by number, name")" \
	"$("$fxtrace" dump --json kinds.fxt | addresses)" \
	'addresses are told from text'
is "$("$fxtrace" query --no-heading fuchsia.fxt "select name, digits from args
	where kind = 'uint' and value > 9223372036854775807")" \
	"$(printf 'ul\t18446744073709551615')" \
	'a number above 2^63 is more than all others'
"$fxtrace" record -q --redact write:buf -o secret.fxt -c write sh -c '
	printf secret' >out
is "$("$fxtrace" query --no-heading secret.fxt 'select kind, true_size from args
	where name = "buf"')" "$(printf 'withheld\t6')" 'what is withheld is told from null'
is "$("$fxtrace" query --no-heading a.fxt "select distinct digits from args
	where kind = 'constant' and value = 'O_RDONLY'")" 0 'a constant has its number, too'
cat >next.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
int main(void) { return !dlsym(RTLD_NEXT, "puts"); }
C
${CC:-cc} -fno-builtin next.c -o next -ldl
"$fxtrace" record -q -o next.fxt -c dlsym ./next
is "$("$fxtrace" query --no-heading next.fxt "select kind, value, digits
	from args where name = 'handle'")" \
	"$(printf 'address\tRTLD_NEXT\t18446744073709551615')" \
	'so has an address that has a name'
if "$b/tests/gl/shapes" gl >/dev/null 2>&1; then
	"$fxtrace" record -q -o gl.fxt "$b/tests/gl/shapes" gl >/dev/null
	same gl OpenGL
else
	skip 'no OpenGL here' 'a database has every value of OpenGL'
	skip 'no OpenGL here' 'trace events have every value of OpenGL'
fi
