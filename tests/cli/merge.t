#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives of several machines become one, by the time of day; those of one boot
# by their clock. Equal pids are not mixed.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export FXTRACE_MODE=streaming
make_archive() { perl "$tests/cli/mkwall.pl" "${@:2}" >"$1"; }
# names FILE: of the calls, with their host
names() { sed 's/.*"name":"\([a-z]*\)".*"host":"\([a-z]*\)".*/\2:\1/' "$1" | xargs; }

noon=1795706400
s=000000000
alpha=host=alpha,b007,CET,3600,5000
beta=host=beta,cafe,UTC,0,7000
# beta's session starts 1 s later; that of c.fxt is set back by 0.5 s
make_archive a.fxt "$alpha" "clock=0,50s,${noon}s" call=0,1000,one \
	call=1200000000,1200001000,three call=4000000000,4000001000,seven
make_archive b.fxt "$beta" "clock=0,90s,$((noon + 1))s" \
	call=100000000,100001000,two call=1100000000,1100001000,four
make_archive c.fxt "$beta" "clock=0,90s,$((noon + 1))s" \
	"clock=2$s,92s,$((noon + 3))s" "clock=2500000000,92500000000,$((noon + 3))$s" \
	call=100000000,100001000,two call=2400000000,2400001000,five \
	call=2500000000,2500001000,six call=2600000000,2600001000,eight
make_archive old.fxt call=0,1000,one

plan 32

run "$fxtrace" convert a.fxt b.fxt all.jsonl
is "$status$err" 0 'two archives become one file of rows'
is "$(names all.jsonl)" 'alpha:one beta:two alpha:three beta:four alpha:seven' \
	'their calls are in the order of the time of day, each with its host'
is "$(sed 's/.*"time":"\([^"]*\)".*/\1/' all.jsonl)" \
	"$(sed 's/.*"time":"\([^"]*\)".*/\1/' all.jsonl | sort)" 'by their times'
is "$(sed 's/{"number":\([0-9]*\),.*/\1/' all.jsonl | xargs)" '0 1 2 3 4' \
	'they are numbered from 0 again'
"$fxtrace" convert b.fxt a.fxt swapped.jsonl
cmp -s all.jsonl swapped.jsonl
ok $? 'the order of the archives does not matter'
"$fxtrace" convert a.fxt c.fxt steps.jsonl
is "$(names steps.jsonl)" \
	'alpha:one beta:two alpha:three beta:five beta:six beta:eight alpha:seven' \
	'calls of a machine stay in their order where its clock was set back'
"$fxtrace" convert a.fxt b.fxt all.csv
is "$(sed '1d; s/\r//; s/.*,done,//' all.csv | cut -d, -f2 | xargs)" \
	'alpha beta alpha beta alpha' 'CSV has them, too'
"$fxtrace" convert a.fxt b.fxt all.sqlite
is "$("$fxtrace" query all.sqlite 'select host, name from calls order by number' |
	sed 1d | tr '\t' : | xargs)" \
	'alpha:one beta:two alpha:three beta:four alpha:seven' 'and SQL'
is "$("$fxtrace" query all.sqlite "select count(*), count(distinct host) from process
	where pid = 100" | tail -1)" $'2\t2' 'where equal pids are two processes'
is "$("$fxtrace" query all.sqlite 'select sum(p.host is null) from call c
	join thread t on t.id = c.thread join process p on p.id = t.process' |
	tail -1)" 0 'and each call has its own'

# one boot: by the clock, whatever the time of day says
make_archive d.fxt host=alpha,b007,CET,3600,1000005000 "clock=0,51s,$((noon + 1))s" \
	call=200000001,200001000,fourth call=199999999,199999999,second
make_archive e.fxt "$alpha" "clock=0,50s,${noon}s" \
	call=1200000000,1200000000,third call=5,6,first
"$fxtrace" convert d.fxt e.fxt boot.jsonl
is "$(names boot.jsonl)" 'alpha:first alpha:second alpha:third alpha:fourth' \
	'archives of one boot are in the order of its clock'
# a clock that was set after the second one had ended
make_archive f.fxt "$alpha" "clock=0,50s,${noon}s" \
	"clock=3$s,53s,$((noon + 103))s" call=1000000500,1000001000,middle
make_archive g.fxt host=alpha,b007,CET,3600,1000005000 "clock=0,51s,$((noon + 1))s" \
	call=0,100,start call=1000000000,1000001000,end
"$fxtrace" convert f.fxt g.fxt set.jsonl
is "$(names set.jsonl)" 'alpha:start alpha:middle alpha:end' \
	'also where it was set'
# the same clock at another rate, as measured; another clock
make_archive h.fxt rate=1000001000 host=alpha,b007,CET,3600,1000005000 \
	"clock=0,51s,$((noon + 1))s" call=1000001000,1000001001,later
make_archive i.fxt "$alpha" "clock=0,50s,${noon}s" call=2000000500,2000000600,sooner
"$fxtrace" convert h.fxt i.fxt rates.jsonl
is "$(names rates.jsonl)" 'alpha:sooner alpha:later' \
	'the rates of one clock may differ a little'

# what cannot be merged
run "$fxtrace" convert a.fxt old.fxt none.jsonl
ends 1 'old.fxt: the archive does not know the time of day' \
	'an archive without the time of day is refused'
[ ! -e none.jsonl ]
ok $? 'and nothing is written'
run "$fxtrace" convert a.fxt b.fxt all.folded
ends 2 'several archives become one of' 'nor do other formats take several'
run "$fxtrace" convert a.fxt missing.fxt all.jsonl
ends 1 'missing.fxt: No such file' 'a missing file is reported'
run "$fxtrace" convert a.fxt - all.jsonl
ends 2 'several INs are files' 'a pipe is not one of several'
run "$fxtrace" convert a.fxt all.csv all.jsonl
ends 1 'all.csv: offset 0: ' 'and something else is no archive'
head -c -8 b.fxt >cut.fxt
run "$fxtrace" convert a.fxt cut.fxt cut.jsonl
ends 1 'cut.fxt: ' 'a damaged archive is reported'
grep -q '"host":"beta"' cut.jsonl
ok $? 'and what comes before the fault is there'

# real ones: two sessions at a time, with the same descriptors
printf one >one
printf two >two
"$fxtrace" record -q -o r1.fxt \
	sh -c 'head -c 9 one; sleep 0.6; head -c 9 one' >/dev/null &
sleep 0.3
"$fxtrace" record -q -o r2.fxt \
	sh -c 'head -c 9 two; sleep 0.6; head -c 9 two' >/dev/null
wait
"$fxtrace" convert r1.fxt r2.fxt both.jsonl
is "$(wc -l <both.jsonl)" \
	"$(($("$fxtrace" dump r1.fxt | wc -l) + $("$fxtrace" dump r2.fxt | wc -l)))" \
	'every call of real archives is there'
reads() { grep '"name":"read".*"bytes":3' both.jsonl; } # base64 of one, two
is "$(reads | sed 's/.*"base64":"\([^"]*\)".*/\1/' | xargs)" 'b25l dHdv b25l dHdv' \
	'in the order in which they were made'
is "$(reads | sed 's/.*"fd_names":{"[0-9]*":"[^"]*\/\([a-z]*\)".*/\1/' | xargs)" \
	'one two one two' 'descriptors are those of their own archive'
is "$(sed 's/.*"time":"\([^"]*\)".*/\1/' both.jsonl)" \
	"$(sed 's/.*"time":"\([^"]*\)".*/\1/' both.jsonl | sort)" \
	'their times of day never fall'
"$fxtrace" convert r1.fxt r2.fxt both.sqlite
is "$("$fxtrace" query both.sqlite 'select count(*) = count(distinct name)
	from function' | tail -1)" 1 'SQL has each function once'
is "$("$fxtrace" query both.sqlite "select count(*) from call c join calls d
	using(number) where c.parent is not null and d.pid <> (select pid from calls
	where number = c.parent)" | tail -1)" 0 'calls are inside calls of their process'

# one page of several
run "$fxtrace" timeline -o all.html a.fxt b.fxt
is "$status$err" 0 'two archives become one page'
is "$(perl "$tests/cli/timeline_calls.pl" all.html | sed 's/(.*//' | cut -d' ' -f1-2,6 |
	tr ' ' : | xargs)" \
	'0:0:one 1:1100000000:two 2:1200000000:three 3:2100000000:four 4:4000000000:seven' \
	'with times since the start of the first one'
is "$(perl "$tests/cli/timeline_calls.pl" --about all.html |
	grep -o '"\(host\|pid\)":[^,}]*' | xargs)" \
	'host:alpha pid:100 host:beta pid:100' 'and hosts of processes'
"$fxtrace" timeline -o both.html r1.fxt r2.fxt
perl "$tests/cli/timeline_calls.pl" both.html | cut -d' ' -f5- | sort >paged
for archive in r1.fxt r2.fxt; do
	"$fxtrace" timeline -o one.html $archive
	perl "$tests/cli/timeline_calls.pl" one.html
done | cut -d' ' -f5- | sort >single
[ -s paged ] && cmp -s paged single
ok $? 'calls are as in pages of their own' || diff single paged | head | note
run "$fxtrace" timeline -o none.html a.fxt old.fxt
ends 1 'old.fxt: the archive does not know the time of day' \
	'an archive without the time of day is refused'
