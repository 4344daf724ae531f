#!/bin/bash
# SPDX-License-Identifier: MIT
# The manager is killed while programs run: `recover` appends what they still
# hold, each call once, and nothing of another session.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming FXTRACE_CALLS=lseek
orphan=$b/tests/hazard/orphan
# shellcheck disable=SC2046
trap 'kill -KILL $(jobs -p) 2>/dev/null; rm -rf "$tmp"' EXIT

# session NAME OPTION...: a manager that writes NAME.fxt; its pid in $manager
session() {
	rm -f "$1".fxt variable
	"$fxtrace" manager -q -o "$1.fxt" "${@:2}" >variable &
	manager=$!
	until [ -s variable ]; do sleep 0.02; done
	variable=$(cat variable)
}

# start NAME SERIES PROCESSES THREADS PACE: a program in the session that was
# opened last; its pid in $program, its counts will be in NAME.made
start() {
	rm -f "$1.made"
	env "$variable" LD_PRELOAD="$lib" "$orphan" "${@:2}" >"$1.made" &
	program=$!
	until [ -s "$1.made" ]; do sleep 0.005; done
}

# stopped NAME PID: ends its series
stopped() {
	kill -USR1 "$2"
	for _ in $(seq 200); do
		grep -q end "$1.made" && return
		sleep 0.05
	done
	return 1
}

# gone PID...: kills, and waits until they are gone; of a manager its standby,
# too
gone() {
	local pid
	for pid; do
		if grep -qz '^manager$' "/proc/$pid/cmdline"; then
			kill_both "$pid"
		else
			kill -KILL "$pid"
		fi
	done
	wait "$@" 2>/dev/null
	return 0
}

recover() { "$fxtrace" recover "$@" 2>err.out; }

# numbers NAME: SERIES NUMBER STATE of each call, by time
numbers() {
	"$fxtrace" dump "$1.fxt" | awk 'match($0, /offset=[0-9]+/) {
		number = substr($0, RSTART + 7, RLENGTH - 7) + 0
		print int(number / 1e9), number % 1e9, \
			/<unfinished>/ ? "unfinished" : "done" }' >numbers.out
	"$fxtrace" info "$1.fxt" >info.out
	! grep -E '^(stray|damaged|undefined|truncated)' info.out
}

# rows N: the numbers of up to N series count up from 0, without a gap. A thread
# may begin too late to find space at all. Only the last number of each may have
# no end.
rows() {
	awk -v want="$1" '{
			if ($2 != n[$1] + 0) { print "gap:", $0; exit bad = 1 }
			if (open[$1]) { print "behind:", $0; exit bad = 1 }
			n[$1]++
			if ($3 != "done") open[$1] = 1
		}
		END {
			for (series in n) n_series++
			if (n_series < 1 || n_series > want) bad = 1
			if (bad) print n_series + 0, "series"
			exit bad
		}' numbers.out
}

# rise: no number is there twice or in the wrong order
rise() {
	awk '($1 in last) && $2 <= last[$1] { print "again:", $0; exit bad = 1 }
		{ last[$1] = $2 }
		END { exit bad }' numbers.out
}

# sums NAME: recorded calls and reported losses add up to what was made
sums() {
	awk 'NR == FNR { made += $2; next }
		$1 == "calls:" { n_calls = $2 }
		/^(lost|overwritten):/ { gone += $2 }
		END {
			if (n_calls && n_calls + gone == made) exit 0
			print n_calls + 0, "recorded,", gone + 0, "gone,", made, "made"
			exit 1
		}' "$1.made" info.out
}

# newest NAME: the numbers of each series that is there are an unbroken row up
# to the last one made; of others nothing is said
newest() {
	awk 'NR == FNR { made[$1] = $2; next }
		($1 in last) && $2 != last[$1] + 1 { print "gap:", $0; exit bad = 1 }
		$3 != "done" { print "no end:", $0; exit bad = 1 }
		{ last[$1] = $2 }
		END {
			if (bad) exit 1
			for (series in last) {
				n++
				if (last[series] == made[series] - 1) continue
				print series, "ends with", last[series]
				bad = 1
			}
			if (!n) print "nothing"
			exit bad || !n
		}' "$1.made" numbers.out
}

# killed NAME MS ARGUMENT...: a session whose manager is killed so long after it
# has begun to write
killed() {
	session "$1"
	start "$1" "${@:3}"
	until [ -s "$1.fxt" ]; do sleep 0.005; done
	sleep "0.$2"
	gone "$manager"
}

plan 45

# While they run and drop
killed a 15 1 2 3 10
sleep 0.2
cp a.fxt before.fxt
recover a.fxt
is "$? $(wc -l <err.out)" '0 2' 'recover reports what it has added and what is lost'
grep -Eq 'added [0-9,]+ calls of 2 processes that still run; what they do from' \
	err.out
ok $? 'how many calls of how many processes, and that they run on' ||
	note <err.out
out=$(numbers a && rows 6)
ok $? 'every call is there up to the one at which its thread was stopped' ||
	note <<<"$out"
[ "$(stat -c %s a.fxt)" -gt "$(stat -c %s before.fxt)" ]
ok $? 'which the archive alone did not have'
cmp -s -n "$(stat -c %s before.fxt)" before.fxt a.fxt
ok $? 'what it had stays as it was'
recover a.fxt
out=$(numbers a && rows 6)
ok $? 'a second time adds no call again' || note <<<"$out"
stopped a "$program"
recover a.fxt
out=$(numbers a && rows 6 && sums a)
ok $? 'what was lost since is counted exactly' || note <<<"$out"
cp a.fxt before.fxt
recover a.fxt
is "$? $(cat err.out)" '0 fxtrace: a.fxt: is whole already' \
	'once they rest there is nothing to add any more'
cmp -s a.fxt before.fxt
ok $? 'and the archive stays as it is'
cp before.fxt cut.fxt
truncate -s -100 cut.fxt
recover -o mended.fxt cut.fxt
out=$(numbers mended && rows 6 && sums a)
ok $? 'what was cut off is mended from what they hold' || note <<<"$out"
gone "$program"
recover a.fxt
is "$? $(cat err.out)" "0 fxtrace: a.fxt: 2 processes ended with their $(
	)manager and its standby, and what they recorded last is gone" \
	'when they are gone, too, their number is told'

# At full speed, killed at any time
status=0
for ms in 001 013 047; do
	killed f $ms 1 1 3 0
	stopped f "$program"
	recover f.fxt
	out=$(numbers f && rows 3 && sums f) ||
		{ status=1; cat err.out; break; }
	gone "$program"
done
ok $status 'nor does a manager that cannot keep up lose a call' ||
	note <<<"$ms ms: $out"

# Drop
export FXTRACE_ON_FULL=drop FXTRACE_BUFFER=256K
killed d 15 1 2 2 0
stopped d "$program"
recover d.fxt
out=$(numbers d && rise && sums d)
ok $? 'with --on-full drop all is recorded or counted' || note <<<"$out"
gone "$program"
unset FXTRACE_ON_FULL FXTRACE_BUFFER

# Compressed
for how in gzip zstd; do
	session z --compress $how
	start z 1 1 3 10
	until [ -s z.fxt ]; do sleep 0.02; done
	gone "$manager"
	stopped z "$program"
	head=$(head -c 2 z.fxt | od -An -tx1)
	recover z.fxt
	out=$(numbers z && rows 3 && sums z)
	ok $? "also with $how" || { cat err.out; echo "$out"; } | note
	is "$(head -c 2 z.fxt | od -An -tx1)" "$head" 'which it stays'
	truncate -s -10 z.fxt
	recover z.fxt
	out=$(numbers z && rows 3 && sums z)
	ok $? 'also when it is cut' || { cat err.out; echo "$out"; } | note
	gone "$program"
done

# Two sessions
session one
start one 1 1 2 10
first=$program first_manager=$manager
session two
start two 31 2 2 10
second=$program second_manager=$manager
until [ -s one.fxt ] && [ -s two.fxt ]; do sleep 0.02; done
recover two.fxt
is "$? $(grep -c 'is still being written' err.out)" '1 1' \
	'the archive of a manager that lives is refused' || note <err.out
gone "$first_manager"
stopped one "$first"
recover one.fxt
out=$(numbers one && rows 2 && sums one)
ok $? 'of two sessions, one gets its own calls' || note <<<"$out"
is "$(cut -d' ' -f1 numbers.out | sort -u | tr '\n' ' ')" '1 2 ' \
	'and none of the other'"'"'s'
is "$(grep -c '^process:' info.out)" 1 'nor its processes'
gone "$second_manager"
stopped two "$second"
recover one.fxt
is "$(cat err.out)" 'fxtrace: one.fxt: is whole already' \
	'not even when that one is killed, too'
recover two.fxt
out=$(numbers two && rows 4 && sums two)
ok $? 'which gets its own' || note <<<"$out"
gone "$first" "$second"

# A manager that ends in order
session e
start e 1 1 2 10
until [ -s e.fxt ]; do sleep 0.02; done
kill -TERM "$manager"
wait "$manager"
stopped e "$program"
recover e.fxt
is "$? $(cat err.out)" '0 fxtrace: e.fxt: is whole already' \
	'an archive whose manager was requested to end gets nothing more'
gone "$program"

# A manager that is killed before it has written anything
for how in none zstd; do
	LD_PRELOAD=$b/tests/hazard/lib/libspeechless.so session g --compress $how
	start g 1 2 2 10
	sleep 0.1
	recover g.fxt
	is "$? $(grep -c 'is still being written' err.out)" '1 1' \
		"an archive that is empty yet is refused ($how)" || note <err.out
	gone "$manager"
	[ ! -s g.fxt ] && recover g.fxt && stopped g "$program" && recover g.fxt
	out=$(numbers g && rows 4 && sums g)
	ok $? 'and once its manager was killed it gets what there is' ||
		{ cat err.out; echo "$out"; } | note
	gone "$program"
done
: >g.fxt
recover g.fxt
is "$? $(cat err.out)" '1 fxtrace: g.fxt: empty' \
	'an empty file that no process writes stays one'

# Circular: the newest calls are there
export FXTRACE_MODE=circular FXTRACE_BUFFER=1M
killed c 15 1 2 3 20
sleep 0.2
recover c.fxt
is "$? $(grep -c 'were overwritten (circular mode)' err.out)" '0 1' \
	'of circular processes what they hold is added while they run' ||
	note <err.out
out=$(numbers c && rise)
ok $? 'no call twice, and all in order' || note <<<"$out"
n=$(wc -l <numbers.out)
recover c.fxt
out=$(numbers c && rise)
ok $? 'nor when they have overwritten it and it is added again' ||
	note <<<"$out"
[ "$(wc -l <numbers.out)" -gt "$n" ]
ok $? 'which adds what is new'
stopped c "$program"
recover c.fxt
out=$(numbers c && rise && sums c)
ok $? 'what is overwritten is counted exactly' || note <<<"$out"
cp c.fxt before.fxt
recover c.fxt
is "$? $(cat err.out)" '0 fxtrace: c.fxt: is whole already' \
	'and once, when they rest'
gone "$program"

status=0
for ms in 001 013 047; do
	killed f $ms 1 2 2 0
	stopped f "$program"
	recover f.fxt
	out=$(numbers f && newest f && sums f) ||
		{ status=1; cat err.out; break; }
	gone "$program"
done
ok $status 'at full speed there is an unbroken row of the newest of each' ||
	note <<<"$ms ms: $out"

# A call that was in flight when its begin was recovered: later calls overwrite
# that, and only its end is missing.
session l
mkfifo long next done over
FXTRACE_CALLS=lseek,read FXTRACE_BUFFER=256K env "$variable" LD_PRELOAD="$lib" \
	"$b/tests/hazard/lasting" 20000 &
program=$!
exec 5>long
until [ -s l.fxt ]; do sleep 0.005; done
gone "$manager"
reads() { "$fxtrace" dump l.fxt 2>/dev/null | sed -n 's/.* read(.*) = \(.*\) <.*/\1/p'; }
until [ "$(reads)" ]; do recover l.fxt || break; done
is "$(reads)" '?' 'a call that has not returned yet is recovered without its end' ||
	note <err.out
: >next
: <done
echo >&5
: <over
recover l.fxt
"$fxtrace" info l.fxt >info.out
is "$(reads) $(awk '/^(calls|overwritten):/ { n += $2 } END { print n }' info.out)" \
	'1 20001' 'and its end is added later, once' || cat err.out info.out | note
exec 5>&-
gone "$program"

# By other ways than as a file
for how in mem call; do
	killed r 15 1 2 2 0
	stopped r "$program"
	cp r.fxt before.fxt
	UNREADABLE=$how LD_PRELOAD="$b/tests/hazard/lib/libunreadable.so" \
		recover r.fxt
	out=$(numbers r && newest r && sums r)
	ok $? "read by $how, too" || { cat err.out; echo "$out"; } | note
	cp before.fxt r.fxt
	recover r.fxt
	cp numbers.out other.out
	out=$(numbers r && cmp numbers.out other.out 2>&1)
	ok $? 'which gives the same' || note <<<"$out"
	gone "$program"
done
unset FXTRACE_BUFFER
export FXTRACE_MODE=streaming
killed r 15 1 2 2 10
stopped r "$program"
UNREADABLE=call LD_PRELOAD="$b/tests/hazard/lib/libunreadable.so" recover r.fxt
out=$(numbers r && rows 4 && sums r)
ok $? 'streaming ones are recovered, too' || { cat err.out; echo "$out"; } | note
gone "$program"
