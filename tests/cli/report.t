#!/bin/bash
# SPDX-License-Identifier: MIT
# report: what it adds up is what report.pl does, which knows no more than the
# lines of dump --json. Also how rows are chosen, sorted and written.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# same BY ARCHIVE WHAT: report says of the archive what report.pl does
same() {
	if ! perl -MJSON::PP -e1 2>/dev/null; then
		skip 'no JSON::PP' "$3"
		return
	fi
	"$fxtrace" dump --json --stacks "$2" >calls 2>/dev/null
	"$fxtrace" report --by "$1" --json "$2" >rows 2>/dev/null
	perl "$tests/cli/report.pl" "$1" calls >want 2>&1
	perl "$tests/cli/report.pl" "$1" --rows rows >got 2>&1
	[ -s got ] && cmp -s got want
	ok $? "$3" || diff got want | note
}

# column N: of the lines but the first of the output before, between spaces
column() { tail -n +2 <<<"$out" | grep -v '  \[[a-z]*\] [0-9.]*%$' | awk -v n="$1" '{ printf "%s ", $n }'; }

program reported
plan 50

"$fxtrace" record -q -o a.fxt -c '+%memstr,+%sort' reported
for by in function thread process errno file fd; do
	same $by a.fxt "rows by $by are those that the calls make"
done
if [ -x "$b/tests/gl/frames" ] &&
	"$fxtrace" record -q -o gl.fxt "$b/tests/gl/frames" >/dev/null 2>&1 &&
	"$fxtrace" info gl.fxt | grep -q '^ *frames [1-9]'; then
	same frame gl.fxt 'and rows by frame are'
else
	skip 'no OpenGL here' 'and rows by frame are'
fi
"$fxtrace" record -q -o s.fxt --stack 'read,pwrite,open*' -c '+%sort' reported
same caller s.fxt 'and rows by the function that made the calls'
"$fxtrace" report --by caller --csv s.fxt 2>/dev/null | grep -q '^work,.*/reported,'
ok $? 'which have its name' ||
	"$fxtrace" report --by caller s.fxt 2>&1 | note
gzip -c a.fxt >a.gz
for by in function thread process errno; do
	"$fxtrace" report --by $by --json a.fxt
done >want 2>&1
for by in function thread process errno; do
	"$fxtrace" report --by $by --json - <a.gz
done 2>&1 | cmp -s - want
ok $? 'a compressed pipe is reported alike'
for by in function thread process errno; do
	"$fxtrace" report --by $by --json --since 0 a.fxt
done 2>&1 | cmp -s - want
ok $? 'and calls are in the order of their beginnings'

# Two threads whose calls lie inside one another, end at the same time, overlap,
# have no end, or take no time.
cat >b.json <<'END'
[{"ph":"X","pid":1,"tid":1,"cat":"x","name":"outer","ts":0,"dur":100},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"inner","ts":10,"dur":20},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"deep","ts":10.5,"dur":19.5},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"inner","ts":30,"dur":70},
{"ph":"X","pid":1,"tid":2,"cat":"x","name":"outer","ts":50,"dur":0.001},
{"ph":"X","pid":1,"tid":2,"cat":"x","name":"none","ts":60,"dur":0},
{"ph":"B","pid":1,"tid":2,"cat":"x","name":"open","ts":70},
{"ph":"X","pid":1,"tid":2,"cat":"x","name":"inner","ts":80,"dur":4},
{"ph":"X","pid":1,"tid":2,"cat":"x","name":"slow","ts":90,"dur":6e10}]
END
"$fxtrace" convert b.json b.fxt
same function b.fxt 'nested calls of another recorder count against the outer one'
same thread b.fxt 'also by thread'
cat >r.json <<'END'
[{"ph":"X","pid":1,"tid":1,"cat":"x","name":"fib","ts":0,"dur":24},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"other","ts":1,"dur":20},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"fib","ts":2,"dur":10},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"fib","ts":3,"dur":4},
{"ph":"X","pid":1,"tid":2,"cat":"x","name":"fib","ts":4,"dur":3}]
END
"$fxtrace" convert r.json r.fxt
for how in '' '--min-time 1ns'; do
	# shellcheck disable=SC2086
	run "$fxtrace" report $how r.fxt
	is "$(awk '{ print $1, $2, $3, $11 }' <<<"$out")" \
		"count total self function
4 27.0us 17.0us fib
1 20.0us 10.0us other
- 0ns 0ns [program]" "calls inside of the same function count once ${how:+($how)}"
done
run "$fxtrace" report b.fxt
is "$(awk '{ print $1, $2, $3, $4, $7, $8, $9, $11 }' <<<"$out")" \
	'count total self min p99 max errors function
1 60000.000s 60000.000s 60000.000s 60000.000s 60000.000s 0 slow
2 100.0us 10.0us 1ns 100.0us 100.0us 0 outer
3 94.0us 74.5us 4.0us 70.0us 70.0us 0 inner
1 19.5us 19.5us 19.5us 19.5us 19.5us 0 deep
1 0ns 0ns 0ns 0ns 0ns 0 none
1 - - - - - 0 open
- 36.0us 36.0us - - - - [program]' 'the table has times for people, and - where there is none'
is "$err" 'fxtrace: 1 call without a known end: counted, but in no time' \
	'calls without an end are reported'

"$fxtrace" record -q -o ends.fxt sh -c 'exec true'
for by in function errno; do # from the events, and from whole calls
	run "$fxtrace" report --by $by ends.fxt
	is "$err" '' "exit and a successful exec need no end, by $by"
done

run "$fxtrace" report --sort count b.fxt
is "$(column 11)" 'inner outer deep none open slow ' 'rows are sorted by calls'
run "$fxtrace" report --sort self --top 2 b.fxt
is "$(head -n 3 <<<"$out" | tail -n 2 | awk '{ print $11 }')" 'slow
inner' 'or by another column, and only the first shown'
is "$(tail -n 1 <<<"$out")" '... and 4 more' 'as the last line says'
run "$fxtrace" report -c outer b.fxt
is "$(column 3) $(column 11)" '10.0us  outer ' \
	'chosen calls keep their own time, whatever was called inside'
run "$fxtrace" report --since 60us --until 85us b.fxt
is "$(column 11)" 'inner none open ' 'a span of time is chosen as dump does'
run "$fxtrace" report --json --since 1h b.fxt
is "$status $out$err" '0 ' 'nothing is no row'
run "$fxtrace" report -e --by errno a.fxt
is "$(column 9)" "$(column 1)" 'failed calls can be chosen'
[ -n "$(column 1)" ] && ! grep -q ' -$' <<<"$out"
ok $? 'and no row is left of others' || note <<<"$out"
run "$fxtrace" report -t 2 --csv b.fxt
is "$(tr -d '\r' <<<"$out" | head -n 2)" \
	'category,name,class,count,total_ns,self_ns,min_ns,avg_ns,p50_ns,p99_ns,max_ns,errors,bytes,untimed
x,slow,call,1,60000000000000,60000000000000,60000000000000,60000000000000,60000000000000,60000000000000,60000000000000,0,0,0' \
	'CSV has a heading and numbers'
is "$(tr -d '\r' <<<"$out" | tail -n 1)" 'x,open,call,1,,,,,,,,0,0,1' \
	'and nothing where there is no time'

run "$fxtrace" report --csv b.fxt
is "$(tr -d '\r' <<<"$out" | tail -n 1)" ',,program,,35999,35999,,,,,,,,' \
	'the time outside of calls has a row without a name'
run "$fxtrace" report -c outer --csv b.fxt
! grep -q ,program, <<<"$out"
ok $? 'but not if calls are left out' || note <<<"$out"
"$fxtrace" record -q -o w.fxt -c 'nanosleep,clock_nanosleep,fopen*,open*' \
	sleep 0.05
run "$fxtrace" report w.fxt
grep -q '^ *1  *[0-9.]*ms .* \[waiting\] \(9[0-9.]*\|100.0\)%$' <<<"$out"
ok $? 'what waits is a class of its own' || note <<<"$out"
run "$fxtrace" report --csv w.fxt
grep -q '^libc:[a-z]*,[a-z_]*nanosleep,waiting,1,' <<<"$out"
ok $? 'as a column says to programs' || note <<<"$out"

cat >c.json <<'END'
[{"ph":"X","pid":1,"tid":1,"cat":"x","name":"a,\"b\"\n\u001b[31m","ts":0,"dur":1}]
END
"$fxtrace" convert c.json c.fxt
run "$fxtrace" report c.fxt
[ "$(wc -l <<<"$out")" = 3 ] && ! grep -q $'\033' <<<"$out"
ok $? 'a name from elsewhere does not reach the terminal as it is'
run "$fxtrace" report --csv c.fxt
grep -q '^x,"a,""b""$' <<<"$out"
ok $? 'and is between quotes in CSV' || note <<<"$out"
run "$fxtrace" report --json c.fxt
grep -qF '"name":"a,\"b\"\u000a\u001b[31m"' <<<"$out"
ok $? 'and escaped in JSON' || note <<<"$out"

head -c 2000 "$tests/fuzz/reader/everything.fxt" >cut.fxt
run "$fxtrace" report cut.fxt
ends 1 '^fxtrace: cut.fxt: offset [0-9]*: ' 'a damaged archive is an error'
[ "$(wc -l <<<"$out")" -ge 2 ]
ok $? 'and what is before it is counted' || note <<<"$out"
program mkarchive
mkarchive killed.fxt slot0.tid=7 slot0.n_lost=5 slot1.tid=8 slot1.n_lost_ends=2
run "$fxtrace" report killed.fxt
ends 0 '^fxtrace: 7 calls lost for want of space, and not counted$' \
	'losses are reported'
run "$fxtrace" report
ends 0 '' 'without a name the newest archive is taken'
run "$fxtrace" report --by name a.fxt
ends 2 'by name: expected function, ' 'what is no group is refused'
run "$fxtrace" report --sort size a.fxt
ends 2 'sort size: expected count, ' 'and what is no column'
run "$fxtrace" report --json --csv a.fxt
ends 2 'not both' 'and two formats'
run "$fxtrace" report a.fxt b.fxt
ends 2 'one archive at a time' 'and two archives'
"$fxtrace" report a.fxt 2>/dev/null | head -n 1 >/dev/null
is "${PIPESTATUS[0]}" 0 'a reader that has had enough is no error'

# on_terminal COLUMNS OPTIONS...: what a report prints there
on_terminal() {
	local width=$1
	shift
	printf '"%s" ' "$fxtrace" report "$@" >command
	echo '2>/dev/null' >>command
	script -qec "stty cols $width; . ./command" /dev/null </dev/null |
		tr -d '\r'
}
headings() { on_terminal "$@" | sed -n '1s/ \+/ /gp'; }
"$fxtrace" report a.fxt >whole
cmp -s <(on_terminal 200 a.fxt) whole
ok $? 'a wide terminal shows all columns'
is "$(headings 80 a.fxt)" ' count total self p99 max errors function' \
	'on a narrow one some are left out, so that names have space'
is "$(headings 80 --sort bytes a.fxt)" \
	' count total self max errors bytes function' 'but not what is sorted by'
on_terminal 80 a.fxt | awk '{ print $NF }' >got
cmp -s <(awk '{ print $NF }' whole) got
ok $? 'and no row or name' || diff <(awk '{ print $NF }' whole) got | note
long=$tmp/$(printf '%070d' 0)
mkdir -p "$long" && echo x >"$long/the_name" && "$fxtrace" record -q -o long.fxt cat "$long/the_name" >/dev/null
on_terminal 80 --by file long.fxt >got
is "$(grep -c '\.\.\..*0/the_name$' got) $(awk 'length > 80' got)" '1 ' \
	'the middle of a long name is left out' || note <got
