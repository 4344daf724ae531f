#!/bin/bash
# SPDX-License-Identifier: MIT
# Trace event JSON from archives and into them. It is JSON, and has every event
# that the archive has. What comes back is the same except for what such files
# cannot hold, which is listed here.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
corpus=$tests/fuzz/chrome

# sql SQL: of b.fxt, without a heading
sql() { "$fxtrace" query --no-heading b.fxt "$1"; }

# events CODE: perl over the events of a.json, in @e
events() {
	perl -MJSON::PP -0777 -ne '
		my @e = @{JSON::PP->new->utf8->allow_bignum->decode($_)
			->{traceEvents}}; '"$1" a.json
}

program nested
plan 48

"$fxtrace" record -q --mode streaming -o a.fxt -c '+%memstr' sh -c 'nested
	echo hello; cat /none; true | head -c 9 /dev/zero' >/dev/null 2>&1
run "$fxtrace" convert a.fxt a.json
is "$status $err" '0 ' 'an archive becomes trace events'
n=$("$fxtrace" dump a.fxt | wc -l)
is "$(events 'print scalar grep { $_->{ph} =~ /[XB]/ } @e')" "$n" \
	'every call is an event'
is "$(events 'printf "%s %s/%s %s %.0f %.0f\n", @$_{qw(cat pid tid name)},
	$_->{ts} * 1000, $_->{dur} * 1000
	for grep { $_->{ph} eq "X" && $_->{name} !~ /^(execve|vfork|_exit)$/ } @e')" \
	"$("$fxtrace" dump --json a.fxt | perl -MJSON::PP -ne '
		my $c = decode_json($_);
		printf "%s %s/%s %s %.0f %.0f\n", @$c{qw(category pid tid name
			begin_ns duration_ns)} if exists $c->{end_ns}')" \
	'with thread, name and both times to the nanosecond'
is "$(events 'print scalar grep { $_->{ph} eq "B" } @e')" \
	"$("$fxtrace" query --no-heading a.fxt "select count(*) from call
		where state = 'unfinished'")" \
	'calls without an end are beginnings'
is "$(events 'print join " ", map { $_->{args}{errno} // () } @e')" \
	"$("$fxtrace" query --no-heading a.fxt 'select errno from calls
		where errno is not null order by number' | xargs)" \
	'errors are among the arguments'
is "$(events 'print scalar grep { $_->{ph} eq "s" } @e')" \
	"$("$fxtrace" info a.fxt | sed -n 's/^flows: *\([0-9]*\) begun.*/\1/p')" \
	'flows are there'
is "$(events 'print join " ", sort map { $_->{args}{name} }
	grep { $_->{name} eq "process_name" } @e')" \
	"$("$fxtrace" query --no-heading a.fxt 'select name from process
		where name is not null order by name' | xargs)" \
	'processes have their names'

cat a.fxt | "$fxtrace" convert --to chrome - - | cmp -s - a.json
ok $? 'the same from a pipe'
"$fxtrace" convert a.json b.fxt
is "$?" 0 'trace events become an archive'
calls="select number, parent, pid, tid, category, name, begin_ns,
	iif(name in ('execve', 'vfork', '_exit'), 0, end_ns), errno from calls order by number"
is "$("$fxtrace" query a.fxt "$calls")" "$("$fxtrace" query b.fxt "$calls")" \
	'every call comes back, with its caller, times and error'
plain="select a.number, a.name, a.value, a.data from args a
	where not exists (select 1 from args b where b.number = a.number and
		b.name like rtrim(b.name, '0123456789') and b.name like '%.%')
	and coalesce(typeof(a.value), '') in ('integer', 'real')
	order by a.number, a.position"
is "$("$fxtrace" query a.fxt "$plain")" "$("$fxtrace" query b.fxt "$plain")" \
	'numbers come back'
memory="select number, name, data from args where data is not null
	and name like 'b%' order by number, position"
is "$("$fxtrace" query a.fxt "$memory")" "$("$fxtrace" query b.fxt "$memory")" \
	'memory comes back'
is "$("$fxtrace" query a.fxt "select name, sum(calls) from functions
		group by name")" \
	"$("$fxtrace" query b.fxt "select name, sum(calls) from functions
		group by name")" 'as do the counts of functions'
# What such a file cannot hold: types (a constant is text afterwards, a struct
# its JSON), facts of processes, and what a descriptor is.
is "$(sql "select count(*) from process where exe is not null")" 0 \
	'facts of processes do not come back'
is "$(sql "select distinct typeof(value) from args where name = 'argv'")" \
	text 'structs and arrays come back as text'

run "$fxtrace" convert "$corpus/object.json" b.fxt
[ "$status" = 0 ] && ! says 'left out'
ok $? 'every event has a place in an archive'
is "$(sql "select name, begin_ns, duration_ns from calls where tid = 2")" \
	$'outer\t10000\t5500' 'complete events are calls'
is "$(sql "select p.name, c.name, c.duration_ns from calls c
	join calls p on p.number = c.parent")" $'f\tg\t999' \
	'beginnings and ends pair up, also without names'
is "$(sql "select ret from calls where name = 'f'")" 3 \
	'an argument ret is the result'
is "$(sql "select thread from calls where name = 'f'")" main \
	'a thread may have a name for its number'
is "$(sql "select name, case when digits is null then value else
	digits end, hex(data) from args where function = 'outer'
	order by position")" \
"$(printf '%s\t%s\t%s\n' @chrome '{"@json":["l"]}' '' n -1 '' big 18446744073709551615 '' x 1.5 '' s téxt '' \
	t 1 '' o '' '' l '[1,{"a":[]}]' '' m '' 00FF)" 'values have their kinds'
is "$("$fxtrace" dump --raw b.fxt | grep -v fxtrace:fact | grep -c \
	'async_\|flow_\|counter\|instant ticks')" 9 \
	'flows, async events, counters and instants are there'
run "$fxtrace" convert "$corpus/list.json" b.fxt
is "$status $(sql 'select name from calls' | xargs)" '0 a b' \
	'a list that is not closed is taken'

perl -0777 -pe 's/"name":"f".*//s' "$corpus/object.json" >cut.json
run "$fxtrace" convert cut.json b.fxt
ends 1 "cut.json: offset $(stat -c %s cut.json): JSON expected" \
	'a file that is cut is reported'
is "$(sql 'select count(*) from call')" 2 'and takes nothing from its place'
printf '{"traceEvents":[{"ph":"X","ts":}]}' >bad.json
run "$fxtrace" convert bad.json b.fxt
ends 1 'bad.json: offset 31: JSON expected' 'a fault is reported with its place'
perl -e 'print "{\"traceEvents\":[", "[" x 100000' >deep.json
run "$fxtrace" convert deep.json b.fxt
ends 1 'nesting too deep' 'what nests without end is refused'
perl -e 'print "[{\"ph\":\"X\",\"name\":\"", "x" x 70e6, "\"}]"' >long.json
run "$fxtrace" convert long.json b.fxt
ends 1 'more than 64 MiB' 'an event without end is refused'

perl -e 'print "{\"long\":[", "[0]," x 20e6, "0],\"short\":[ 1 ],
	\"traceEvents\":[{\"ph\":\"i\"}]}"' >long.json
run "$fxtrace" convert --overwrite long.json b.fxt
is "$status $err" \
	'0 fxtrace: long.json: left out 1 member of the file of more than 64 MiB or 1,000,000 values' \
	'a long member of the file is left out'
is "$("$fxtrace" convert --to chrome b.fxt - | sed -n 4p)" \
	'"short":[1],"displayTimeUnit":"ns"}' 'and others are not'
rm long.json
printf '[{"ph":"i","ts":1.50,"args":{"n":[36893488147419103232,-0,1.50E+2],
	"b":"\\u0000\\/","l":["\\u00e9\\/\\"\\\\"]}}]' >exact.json
"$fxtrace" convert --overwrite exact.json b.fxt
is "$("$fxtrace" convert --to chrome b.fxt - | sed -n 2p)" \
	'{"ph":"i","ts":1.500,"s":"t","args":{"n":[36893488147419103232e0,-0e0,1.50E+2],"b":"\u0000/","l":["é/\"\\"]}}' \
	'numbers keep their digits, and strings all their bytes'
cat >large.json <<'END'
[{"ph":"X","ts":1700000000123456.789,"dur":0.001,"pid":18446744073709551615,
"tid":18446744073709551616,"args":{"a":18446744073709551615,
"b":18446744073709551616,"c":-9223372036854775808,"d":-9223372036854775809,
"e":1700000000123456.789,"f":0.10000000000000000555,"g":-0,"h":[0,-1,7]}}]
END
"$fxtrace" convert --overwrite large.json b.fxt
is "$(sql "select begin_ns, duration_ns from calls")" \
	$'1700000000123456789\t1' 'times of many digits are exact'
is "$("$fxtrace" convert --to chrome b.fxt - | sed -n 2p | sed 's/.*"args"://')" \
	'{"a":18446744073709551615,"b":18446744073709551616e0,"c":-9223372036854775808,"d":-9223372036854775809e0,"e":1700000000123456.789,"f":0.10000000000000000555,"g":-0.0,"h":[0,-1,7]}}' \
	'so are numbers of more than 64 bits'
printf '[{"ph":"i","args":{"a\\u0000b":{"\\u0000":[{"":"\\u0000"},"\\u0000"]},
	"a\\u0000c":2}}]' >nul.json
"$fxtrace" convert --overwrite nul.json b.fxt
is "$("$fxtrace" convert --to chrome b.fxt - | sed -n 2p | sed 's/.*"args"://')" \
	'{"a�b":{"�":[{"":"\u0000"},"\u0000"]},"a�c":2}}' \
	'json-c does not cut keys with a NUL byte'
# values N: an event with that many, and a few bytes for each
values() {
	perl -e 'print "[{\"ph\":\"i\",\"args\":{\"l\":[1", ",1" x ($ARGV[0] - 5),
		"]}}]"' "$1"
}
values 1000000 >many.json
"$fxtrace" convert --overwrite many.json b.fxt
"$fxtrace" convert --to chrome b.fxt - | grep -o ',1' | wc -l >n
is "$(cat n)" 999995 'an event may have a million values'
values 32000000 >many.json
most=500000 # KiB; the address sanitizer needs more
nm -D "$fxtrace" 2>/dev/null | grep -q __asan && most=unlimited
run bash -c "ulimit -v $most && exec \"\$0\" convert many.json b.fxt" "$fxtrace"
ends 1 'offset 1: an event of more than 64 MiB or 1,000,000 values' \
	'more of them are refused, with little memory'
rm many.json
printf '[{"ph":"i","args":{"l":["\xff"]}}]' >bytes.json
"$fxtrace" convert --overwrite bytes.json b.fxt
"$fxtrace" convert --to chrome b.fxt - | iconv -f utf-8 -t utf-8 >/dev/null
ok $? 'what is not UTF-8 does not come back as JSON'
for bad in 01 01.5 1. 1.e5 -.5 -x 1e 1.5.5 1-2 NaN Infinity -Infinity tru "'a'" \
	'"\x"' '"\u12g4"' $'"\t"' '/**/1' '[1}' '{"a"}' '{1:2}' nan True nul \
	'[1 2]' '1}' ''; do
	printf '[{"ph":"i","a":%s}]' "$bad" >bad.json
	run "$fxtrace" convert bad.json b.fxt
	[ "$status" = 1 ] && says 'JSON expected' || echo "$bad: $status $err"
done >why
is "$(cat why)" '' 'what is almost JSON is none'

"$fxtrace" convert "$corpus/object.json" whole.fxt
# It is read in pieces of 1 MiB, which may end anywhere.
n=$(wc -c <"$corpus/object.json")
for ((i = 1; i <= n; i += 41)); do
	{
		printf '%*s' $((1048576 - i)) ''
		cat "$corpus/object.json"
	} | "$fxtrace" convert --overwrite --from chrome - b.fxt
	cmp whole.fxt b.fxt
done >why 2>&1
is "$(cat why)" '' 'a piece of the file may end anywhere'
# One event at each place where a piece ends.
perl -e '
	my $event = q({"ph":"i","name":"\u0000\ud83d\ude00\\\\","a":[{"\u0000":-0},1.5e-7,
		18446744073709551616,true,null,{"b":[]},"x"]});
	my $n = 0;
	print "[";
	for my $i (1 .. length $event) {
		my $space = ($i << 20) - $i - $n - 1;
		$n += $space + length($event) + 1;
		print " " x $space, $event, $i < length $event ? "," : "]";
	}' >pieces.json
"$fxtrace" convert --overwrite pieces.json b.fxt
is "$("$fxtrace" convert --to chrome b.fxt - | grep '^{"ph"' | sed 's/,$//' |
	sort | uniq -c | sed 's/^ *//')" \
	'114 {"ph":"i","name":"\u0000😀\\","s":"t","args":{},"a":[{"�":-0e0},1.5e-7,18446744073709551616e0,true,null,{"b":[]},"x"]}' \
	'so may it in a number, a string or a word'
rm pieces.json
gzip -c "$corpus/object.json" >packed.json.gz
run "$fxtrace" convert packed.json.gz b.fxt
ok "$(cmp whole.fxt b.fxt >&2; echo $?)" 'gzip is known by its contents'
"$fxtrace" convert --from chrome - b.fxt <packed.json.gz
ok "$(cmp whole.fxt b.fxt >&2; echo $?)" 'and read from a pipe'
if command -v zstd >/dev/null; then
	zstd -qc "$corpus/object.json" >packed.zst
	run "$fxtrace" convert packed.zst b.fxt
	ok "$(cmp whole.fxt b.fxt >&2; echo $?)" 'and zstd is too, whatever its name'
	head -c 200 packed.zst >cut.json.zst
	run "$fxtrace" convert --from chrome cut.json.zst b.fxt
	ends 1 'offset 200 of what is packed: the compressed data is cut off' \
		'zstd that is cut is reported'
else
	skip 'no zstd' 'and zstd is too, whatever its name'
	skip 'no zstd' 'zstd that is cut is reported'
fi
gzip -c "$corpus/list.json" | head -c 60 >cut.json.gz
run "$fxtrace" convert --from chrome cut.json.gz b.fxt
ends 1 'the compressed data is cut off' 'gzip that is cut is reported'
printf '\037\213garbage that is not' >bad.json.gz
run "$fxtrace" convert --from chrome bad.json.gz b.fxt
ends 1 'the gzip data is damaged' 'damaged gzip is reported'

cat >two.json <<'END'
{"traceEvents":[
{"ph":"M","pid":1,"tid":5,"name":"thread_name","args":{"name":"first"}},
{"ph":"M","pid":2,"tid":5,"name":"thread_name","args":{"name":"second"}},
{"ph":"X","pid":1,"tid":5,"ts":1,"dur":1,"name":"a"},
{"ph":"X","pid":2,"tid":5,"ts":2,"dur":1,"name":"b"},
{"ph":"X","pid":3,"tid":5,"ts":3,"dur":1,"name":"c"}]}
END
"$fxtrace" convert two.json two.fxt
is "$("$fxtrace" dump --json two.fxt | perl -MJSON::PP -ne '
	my $c = decode_json($_); print "$c->{name}=", $c->{thread} // "", " "')" \
	'a=first b=second c= ' 'threads of one number have the names of their processes'
is "$("$fxtrace" convert --to chrome two.fxt - | grep -c thread_name)" 2 \
	'and no others when they are events again'
