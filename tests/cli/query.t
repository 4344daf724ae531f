#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives as SQLite databases and questions in SQL: everything that dump shows
# is there, once, and joins.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
sample=$tests/fuzz/reader/everything.fxt

# sql SQL: of a.fxt, without a heading
sql() { "$fxtrace" query --no-heading a.fxt "$1"; }

program nested
plan 27

"$fxtrace" record -q --mode streaming -o a.fxt -c '+%memstr' sh -c 'echo hello; cat /none;
	nested; head -c 100000 /dev/zero | cat >/dev/null' >/dev/null 2>&1
"$fxtrace" convert a.fxt a.sqlite
is "$?" 0 'an archive becomes a database'
is "$("$fxtrace" query a.sqlite 'pragma integrity_check')" \
	$'integrity_check\nok' 'the database is sound'
is "$("$fxtrace" query a.fxt 'select * from calls')" \
	"$("$fxtrace" query a.sqlite 'select * from calls')" \
	'archive and database give one answer'

n=$("$fxtrace" dump a.fxt | wc -l)
is "$(sql 'select count(*), min(number), max(number) from call')" \
	"$(printf '%s\t0\t%s' "$n" $((n - 1)))" 'every call is a row'
is "$(sql 'select number, pid, name from calls order by number')" \
	"$("$fxtrace" dump a.fxt | sed -E \
		's,^([0-9]+) [^ ]* ([0-9]+)/[0-9]+ ([A-Za-z0-9_]+)\(.*,\1\t\2\t\3,')" \
	'with process and function'
is "$(sql 'select name, errno from calls where errno is not null
	order by number')" \
	"$("$fxtrace" dump --json --errors a.fxt | perl -MJSON::PP -ne '
		my $c = decode_json($_); print "$c->{name}\t$c->{errno}\n"')" \
	'errors are there by name'
args=$("$fxtrace" dump --json a.fxt | perl -MJSON::PP -ne '
	$n += grep !/\.size$/, keys %{decode_json($_)->{args}};
	END { print $n }')
is "$(sql "select count(distinct call || ' ' ||
	substr(name, 1, instr(name || '.', '.') - 1)) from arg")" "$args" \
	'every argument is a row'
is "$(sql "select a.value from args a join calls c using (number)
	where a.function like 'open%' and a.name = 'pathname'
	and c.errno = 'ENOENT' and a.value = '/none'")" /none \
	'strings are text'
is "$(sql "select distinct typeof(value) from args
	where name = 'fd' and function = 'write'")" integer \
	'numbers are numbers'
is "$(sql "select json_array_length(value), json_extract(value, '\$[0]') from args
	where function = 'execve' and name = 'argv' and value like '%none%'")" \
	$'2\tcat' 'arrays are JSON'
is "$(sql "select distinct object from args where function = 'read' and
	name = 'fd' and object like '/dev/zero'")" /dev/zero \
	'descriptors say what they are'
is "$(sql "select count(distinct p.name) from calls c join calls p
	on c.parent = p.number where c.name = 'strcmp'")" 1 \
	'a call of a callback has its caller as parent'
is "$(sql "select distinct p.name from calls c join calls p
	on c.parent = p.number where c.name = 'strcmp'")" qsort \
	'that is the one around it'
is "$(sql "select sum(calls) from functions")" "$n" \
	'functions sums calls up'
is "$(sql "select name, exit_status from process where argv like '%/none%'
	and name = 'cat'")" $'cat\t1' 'processes have names and statuses'

is "$("$fxtrace" query --no-heading "$tests/format/1/family.fxt" "select
	count(*), count(first_ns), count(last_ns) from process")" $'4\t3\t3' \
	'a process without calls has no times'
is "$("$fxtrace" query --no-heading -c read a.fxt "select distinct object from
	args where name = 'fd' and object like '/dev/zero'")" /dev/zero \
	'descriptors are known by calls that are not chosen'
run "$fxtrace" convert --to sqlite a.fxt a.fxt b.sqlite
is "$status $("$fxtrace" query --no-heading b.sqlite "select count(*),
	sum(c.thread = p.thread) from call c join call p on p.number = c.parent")" \
	"0 $(sql 'select 2 * count(parent), 2 * count(parent) from call')" \
	'a parent is of the same archive'

zeros="select count(*) from args where name = 'buf' and
	function in ('read', 'write') and bytes = 4096 and data = zeroblob(4096)"
[ "$(sql "$zeros")" -gt 4 ] && [ "$(sql 'select count(*) from blob
	where data = zeroblob(4096)')" = 1 ]
ok $? 'memory that comes again is stored once'

is "$("$fxtrace" query --json a.fxt 'select 1 as a, null as b, 1.5 as c,
	"x" || char(34) as d, x'\''00ff'\'' as e')" \
	'{"a":1,"b":null,"c":1.5,"d":"x\"","e":{"base64":"AP8=","bytes":2}}' \
	'--json gives an object a row'
is "$("$fxtrace" query a.fxt "select 1 as a, char(9) || 'x' as b;
	select 2 as c")" $'a\tb\n1\t\\tx\nc\n2' \
	'values are between tabs, several queries one after the other'
run "$fxtrace" query a.fxt 'selec 1'
ends 1 'a.fxt: near "selec": syntax error' 'a wrong query is reported'
run "$fxtrace" query a.sqlite 'delete from call'
ends 1 'readonly' 'a question changes no database'
for q in "attach 'other.db' as o; create table o.t(a)" "vacuum into 'other.db'"; do
	for of in a.sqlite a.fxt; do
		"$fxtrace" query $of "$q" >out 2>&1 && echo "$of: $q"
	done
done >why
[ ! -s why ] && [ ! -e other.db ]
ok $? 'nor does it make one' || note <why
cp "$sample" s.fxt
run "$fxtrace" query --no-heading s.fxt 'select name, state from calls'
is "$status $(tail -n 1 <<<"$out")" "0 pause	unfinished" \
	'calls without an end are there'
if "$b/tests/gl/frames" 1 >/dev/null 2>&1; then
	"$fxtrace" record -q -o f.fxt "$b/tests/gl/frames" >/dev/null
	is "$("$fxtrace" query --no-heading f.fxt 'select number, frame, seq
		from calls where frame is not null order by number')" \
		"$("$fxtrace" dump --json f.fxt | perl -MJSON::PP -ne '
		my $c = decode_json($_);
		print join("\t", $c->{number}, $c->{frame}, $c->{seq} // ""),
			"\n" if defined $c->{frame}')" 'calls have their frames'
else
	skip 'no OpenGL here' 'calls have their frames'
fi
run timeout 30 "$fxtrace" query --max-seconds 1 s.fxt "select instr(
	zeroblob(900000000), x'$(printf '00%.0s' {1..20000})01')"
ends 1 'the query took more than 1 s; --max-seconds raises' \
	'a function of SQL that takes longer than the limit is stopped, too'
