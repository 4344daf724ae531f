#!/bin/bash
# SPDX-License-Identifier: MIT
# graph: the tree of calls inside calls, its times and counts, and what options
# make of it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# names: of the lines of the output before, indented
names() { sed -n 's/^.\{39\}//p' <<<"$out" | tail -n +3; }

# chains: FILE of graph --json as folded stacks, sorted
chains() {
	perl -MJSON::PP -ne '
		my $n = decode_json($_);
		my $above = defined $n->{parent} ? $way{$n->{parent}} : undef;
		my $name = $n->{name};
		my $way = $n->{kind} eq "all" ? ""
			: $above eq "" ? $name : "$above;$name";
		$way{$n->{id}} = $way;
		print "$way $n->{self_ns}\n"
			if $n->{self_ns} && $n->{kind} ne "program";' "$1" | sort
}

program reported
program nested
plan 28

"$fxtrace" record -q -o a.fxt -c '+%memstr,+%sort' reported
"$fxtrace" graph --json a.fxt >a.json 2>/dev/null
if perl -MJSON::PP -e1 2>/dev/null; then
	"$fxtrace" convert --to folded a.fxt a.folded 2>/dev/null
	is "$(chains a.json)" "$(sort a.folded)" \
		'own times are those of folded stacks'
	is "$(perl -MJSON::PP -ne 'my $n = decode_json($_);
		$n{$n->{name}} += $n->{count}, $n{all} += $n->{count}
			if $n->{kind} eq "call";
		END { print "$_ $n{$_}\n" for sort keys %n }' a.json)" \
		"$("$fxtrace" dump --json a.fxt | perl -MJSON::PP -ne '
		$n{decode_json($_)->{name}}++, $n{all}++;
		END { print "$_ $n{$_}\n" for sort keys %n }')" \
		'and every call is in a node of its function'
else
	skip 'no JSON::PP' 'own times are those of folded stacks'
	skip 'no JSON::PP' 'and every call is in a node of its function'
fi
"$fxtrace" record -q -o n.fxt -c 'qsort,strcmp' nested
run "$fxtrace" graph n.fxt
is "$(names | sed 's/ [0-9]*$//; /\[program\]/d')" '  nested
    nested
      qsort
        strcmp
      strcmp' 'what a callback calls is below its caller'

"$fxtrace" record -q -o s.fxt --stack 'read,pwrite,open*,strcmp' \
	-c 'read,pwrite,open*,strcmp,qsort' reported
run "$fxtrace" graph --by stack s.fxt
says '^fxtrace: [1-9][0-9]* calls without a stack'
ok $? 'calls without a stack are reported' || note <<<"$err"
if perl -MJSON::PP -e1 2>/dev/null; then
	"$fxtrace" graph --by stack --json -c 'read,pwrite,open*,strcmp' s.fxt \
		2>/dev/null >s.json
	is "$(perl -MJSON::PP -ne '
		my $n = decode_json($_);
		$way{$n->{id}} = $n->{kind} eq "all" ? "" :
			"$way{$n->{parent}};$n->{name}";
		print "$way{$n->{id}} $n->{count}\n"
			if $n->{kind} eq "call";' s.json | sort)" \
		"$("$fxtrace" dump --stacks --json -c 'read,pwrite,open*,strcmp' s.fxt |
		perl -MJSON::PP -ne '
		my $c = decode_json($_);
		$n{join ";", "", "$c->{process} $c->{pid}",
			$c->{stack_end} ? "..." : (), reverse(map {
			$_->{function} // sprintf "%s+0x%x", $_->{module},
			$_->{offset} } @{$c->{stack}}),
			$c->{name}}++;
		END { print "$_ $n{$_}\n" for keys %n }' | sort)" \
		'by stack each call is below the functions that led to it'
else
	skip 'no JSON::PP' 'by stack each call is below the functions that led to it'
fi

# Two threads; the second one is in a call when the recording ends.
cat >b.json <<'END'
[{"ph":"X","pid":1,"tid":1,"cat":"x","name":"outer","ts":0,"dur":100},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"inner","ts":10,"dur":20},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"deep","ts":11,"dur":10},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"inner","ts":30,"dur":50},
{"ph":"X","pid":1,"tid":1,"cat":"y","name":"inner","ts":100,"dur":5},
{"ph":"X","pid":1,"tid":2,"cat":"x","name":"outer","ts":50,"dur":10},
{"ph":"B","pid":1,"tid":2,"cat":"x","name":"open","ts":70},
{"ph":"X","pid":1,"tid":2,"cat":"x","name":"inner","ts":80,"dur":10},
{"ph":"X","pid":1,"tid":1,"cat":"x","name":"last","ts":150,"dur":10}]
END
"$fxtrace" convert b.json b.fxt
run "$fxtrace" graph b.fxt
is "$out" '   total       %      self      count  call
 270.0us  100.0%       0ns          9  all
 270.0us  100.0%       0ns          9    1
 160.0us   59.3%       0ns          6      1
 100.0us   37.0%    30.0us          1        outer
  70.0us   25.9%    60.0us          2          inner
  10.0us    3.7%    10.0us          1            deep
  45.0us   16.7%    45.0us          -        [program]
  10.0us    3.7%    10.0us          1        last
   5.0us    1.9%     5.0us          1        inner
 110.0us   40.7%       0ns          3      2
  90.0us   33.3%    80.0us          1        open
  10.0us    3.7%    10.0us          1          inner
  10.0us    3.7%    10.0us          1        outer
  10.0us    3.7%    10.0us          -        [program]' \
	'a tree has times, shares, own times and counts'
is "$err" 'fxtrace: 1 call without an end: each lasts as long as the one around it, or as its process, or the recording' \
	'calls without an end are reported'

"$fxtrace" record -q -o ends.fxt sh -c 'exec true'
for since in '' 0s; do # from the events, and from whole calls
	run "$fxtrace" graph ${since:+--since $since} ends.fxt
	is "$err" '' "exit and a successful exec need no end${since:+, from $since on}"
done
run "$fxtrace" graph --by process b.fxt
is "$(names)" '  1
    outer
      inner
        deep
    open
      inner
    [program]
    last
    inner' 'threads of a process can be put together'
run "$fxtrace" graph --by all b.fxt
is "$(names | head -n 1) $(tail -n 2 <<<"$out" | awk '{ print $1 }' | tr '\n' ' ')" \
	'  outer 10.0us 5.0us ' 'so can all'
run "$fxtrace" graph --min 33 b.fxt
is "$(names)" '  1
    1
      outer
    2
      open' 'what is less than a share is left out'
says '^fxtrace: 7 call paths below 33% left out, with what they called$'
ok $? 'and reported' || note <<<"$err"
run "$fxtrace" graph -c inner,deep --by all b.fxt
is "$(names)" '  inner
    deep
  inner' 'calls inside of those that are left out move up'
run "$fxtrace" graph --since 60us --until 85us b.fxt
is "$(names)" '  1
    2
      open
        inner' 'a span of time is chosen as dump does'
run "$fxtrace" graph --json --by all b.fxt
is "$(grep program <<<"$out" | sed 's/{"id":[0-9]*,//')" \
	'"parent":0,"kind":"program","name":"[program]","count":0,"total_ns":55000,"self_ns":55000,"percent":20.370}' \
	'the time outside of calls is a node of its own kind'
run "$fxtrace" graph --json -t 1 -c outer b.fxt
is "$out" '{"id":0,"kind":"all","name":"all","count":1,"total_ns":100000,"self_ns":0,"percent":100.000}
{"id":1,"parent":0,"kind":"process","name":"1","count":1,"total_ns":100000,"self_ns":0,"percent":100.000}
{"id":2,"parent":1,"kind":"thread","name":"1","count":1,"total_ns":100000,"self_ns":0,"percent":100.000}
{"id":3,"parent":2,"kind":"call","name":"outer","count":1,"total_ns":100000,"self_ns":100000,"percent":100.000}' \
	'JSON has a node a line'
run "$fxtrace" graph --since 1h b.fxt
is "$status $(wc -l <<<"$out")" '0 2' 'nothing is a root without branches'

# A program that was killed: the last event of all is a begin.
cat >k.json <<'END'
[{"ph":"B","pid":1,"tid":1,"cat":"x","name":"outer","ts":10},
{"ph":"B","pid":1,"tid":1,"cat":"x","name":"inner","ts":90}]
END
"$fxtrace" convert k.json k.fxt
for how in '' '--since 0'; do
	# shellcheck disable=SC2086
	run "$fxtrace" graph $how k.fxt
	is "$(names)" '  1
    1
      outer
        inner' "a call that began last is inside of the one around it${how:+, in order}"
done
# exec, and processes that end in a call before others do
FXTRACE_MODE=streaming "$fxtrace" record -q -o e.fxt \
	sh -c '(exec sleep 0.01); sleep 0.3 & kill -9 $!; sleep 0.1' 2>/dev/null
for by in thread process all; do
	for archive in a e; do
		"$fxtrace" graph --by $by $archive.fxt 2>&1 | sort >got
		"$fxtrace" graph --by $by --since 0 $archive.fxt 2>&1 | sort |
			diff - got
	done
done >differs
[ ! -s differs ]
ok $? 'what is read in one pass and in the order of calls is the same' ||
	note <differs

head -c 2000 "$tests/fuzz/reader/everything.fxt" >cut.fxt
run "$fxtrace" graph cut.fxt
ends 1 '^fxtrace: cut.fxt: offset [0-9]*: ' 'a damaged archive is an error'
[ "$(wc -l <<<"$out")" -ge 4 ]
ok $? 'and what is before it is shown' || note <<<"$out"
run "$fxtrace" graph --min 101 b.fxt
ends 2 'min 101: not a share' 'more than all is refused'
run "$fxtrace" graph --min 1e1 b.fxt
ends 2 'min 1e1: not a share' 'and what is no plain number'
run "$fxtrace" graph --by fd b.fxt
ends 2 'by fd: expected thread, process, all or stack' 'and other trees'
# as deep as no program is, and back
perl -e 'print "[", (map {
	sprintf qq({"ph":"B","pid":1,"tid":1,"cat":"x","name":"f","ts":%d},\n), $_
	} 1 .. 60000),
	q({"ph":"X","pid":1,"tid":2,"cat":"x","name":"g","ts":70000,"dur":1}]),
	"\n"' >deep.json
"$fxtrace" convert deep.json deep.fxt
run "$fxtrace" graph --json deep.fxt
is "$status $(wc -l <<<"$out")" '0 60005' 'calls may be as deep as they like'

# A thread that waits while its process exits.
cat >waits.c <<-'END'
	#include <pthread.h>
	#include <time.h>
	#include <unistd.h>
	static void *wait_for_ever(void *arg)
	{
		sleep(1000);
		return arg;
	}
	int main(void)
	{
		struct timespec time = {0, 100000000};
		pthread_t thread;
		pthread_create(&thread, NULL, wait_for_ever, NULL);
		nanosleep(&time, NULL);
		_exit(0);
	}
END
cc -O1 waits.c -o waits -pthread && "$fxtrace" record -q -o waits.fxt ./waits
# Its time in ms: in one pass over the file, and by an index of a pipe.
for from in waits.fxt -; do
	"$fxtrace" graph --json "$from" <waits.fxt 2>/dev/null |
		sed -n 's/.*"name":"sleep".*"total_ns":\([0-9]*\)[0-9]\{6\},.*/\1/p'
done >slept
[ "$(wc -l <slept)" = 2 ] && awk '$1 < 90 { exit 1 }' slept
ok $? 'a call without an end lasts until its process exits' || note <slept
