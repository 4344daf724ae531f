#!/bin/bash
# SPDX-License-Identifier: MIT
# `ctl start --clear` restarts an archive while programs call at full speed.
# Nothing from before is there, and everything that comes after is.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming FXTRACE_CALLS=lseek,getenv,read
restart=$b/tests/hazard/restart
# shellcheck disable=SC2046
trap 'kill -KILL $(jobs -p) 2>/dev/null; rm -rf "$tmp"' EXIT

# begin OPTION...: a session that writes a.fxt, and in it processes of $shape
begin() {
	rm -rf a.fxt* in progress variable
	"$fxtrace" manager -q --until-empty -o a.fxt "$@" >variable 2>err.out &
	manager=$!
	until [ -s variable ]; do sleep 0.01; done
	mkfifo in
	# shellcheck disable=SC2046,SC2086
	env "$(cat variable)" LD_PRELOAD="$lib" "$restart" ${shape:-2 3} <in >progress &
	program=$!
	exec 3>in
	until [ -s progress ]; do sleep 0.01; done
}

start() { "$fxtrace" ctl $manager start --clear "${1:-calls}"; }

# query_progress: appends to `progress` how far they are
query_progress() {
	local n
	n=$(grep -c '^at 9' progress)
	echo -n . >&3
	until [ "$(grep -c '^at 9' progress)" -gt "$n" ]; do sleep 0.002; done
}

# running: each thread has made calls
running() {
	until query_progress; awk '$1 == "at" { n[$2] = $3 }
		END { for (s in n) if (n[s] < 2) exit 1 }' progress; do sleep 0.01; done
}

# over: the program ends, and so does the session
over() {
	exec 3>&-
	wait $program $manager
}

# numbers: SERIES NUMBER of each numbered call, by time
numbers() {
	"$fxtrace" dump a.fxt | awk '/ (lseek|getenv)\(/ &&
		match($0, /(offset=|name=")[0-9]+/) {
		number = substr($0, RSTART, RLENGTH)
		gsub(/[^0-9]/, "", number)
		print int(number / 1e8), number % 1e8, \
			/<unfinished>|<abandoned>/ ? "open" : "done" }' >numbers.out
	"$fxtrace" info a.fxt >info.out
	! grep -E '^(stray|damaged|undefined|truncated|lost)' info.out
}

# after: checks numbers.out. Each series is an unbroken row up to the last call
# that was made. Its first call was due between the query before the last start
# and the one after it; `at` has both. Handlers of several threads number their
# calls in one order and may make them in another.
after() {
	awk 'NR == FNR {
			if ($1 == "made") made[$2] = $3
			if ($1 == "at") { before[$2] = by[$2]; by[$2] = $3 }
			next
		}
		function wrong(why) { if (!bad++) print why ":", $0 }
		$3 != "done" { wrong("open") }
		!($1 in first) || $2 < first[$1] { first[$1] = $2 }
		$1 != 9 && ($1 in last) && $2 != last[$1] + 1 { wrong("gap") }
		!($1 in last) || $2 > last[$1] { last[$1] = $2 }
		{ n[$1]++; late += $1 == 9 && $2 >= by[$1] }
		END {
			for (s in made) {
				if (!(s in first) && made[s] > by[s]) wrong(s " is not there")
				if (!(s in first)) continue
				if (last[s] != made[s] - 1)
					wrong(s " ends with " last[s] " of " made[s])
				if (s == 9) {
					if (late != made[s] - by[s]) wrong(late " of handlers")
					continue
				}
				if (n[s] != last[s] - first[s] + 1) wrong(s " has gaps")
				if (first[s] < before[s] - 1) wrong(s " begins too early")
				if (first[s] > by[s]) wrong(s " begins too late")
			}
			exit bad > 0
		}' progress numbers.out
}

# cleared SENTENCE OPTION...
cleared() {
	local out what=$1 how
	shift
	begin "$@"
	for how in calls all calls; do
		sleep 0.05
		query_progress
		start $how || echo "$how failed" >>progress
		query_progress
	done
	sleep 0.02
	over
	out=$(numbers && after)
	ok $? "$what" || { echo "$out"; tail -n 30 progress; cat err.out; } | note
}

plan 14

cleared 'what was made before the start is gone, and all that came after is there'
is "$(sed -n 's/^process:.*, \([0-9]*\) calls*.*/x/p' info.out | wc -l)" 2 \
	'both processes are there with their facts'
grep -q '^function: .*lseek (libc:io)' info.out &&
	grep -q '^function: .*getenv' info.out
ok $? 'and the signatures'
is "$(ls -A | grep -c fxtrace-)" 0 'nothing is left next to the archive'
is "$(stat -c %a a.fxt)" 600 'which only its owner may read'
FXTRACE_BUFFER=64K cleared 'also with small buffers'
shape='1 1' cleared 'with one thread'
shape='3 3' cleared 'with many'
for how in gzip zstd; do
	FXTRACE_BUFFER=256K cleared "also with $how" --compress $how
done

# A manager that is killed behind a start
begin
sleep 0.1
query_progress
start
query_progress
{ kill_both $manager; wait $manager; } 2>/dev/null
manager=
"$fxtrace" recover a.fxt 2>err.out
numbers >/dev/null
out=$(awk 'NR == FNR {
		if ($1 == "at") { before[$2] = by[$2]; by[$2] = $3 }
		next
	}
	!($1 in first) || $2 < first[$1] { first[$1] = $2 }
	END {
		for (s in first)
			if (s != 9 && (first[s] < before[s] - 1 || first[s] > by[s])) {
				print s, "begins with", first[s], "not", before[s],
					"to", by[s]
				bad = 1
			}
		exit bad
	}' progress numbers.out)
ok $? 'what recover adds does not begin before it either' || note <<<"$out"
exec 3>&-
wait $program

# A manager that stops for a moment
begin
running
{ kill -STOP $manager; sleep 1; kill -CONT $manager; } &
start
is $? 0 'a manager that was stopped restarts the archive, too'
over
out=$(numbers && awk '$2 == 0 { print; bad = 1 } END { exit bad }' numbers.out)
ok $? 'with nothing of before' || note <<<"$out"

mkdir readonly
mknod -m 600 readonly/pipe p
cat readonly/pipe >got &
"$fxtrace" record -q -o - "$restart" 1 1 <in >readonly/pipe 2>err.out &
program=$!
exec 3>in
sleep 0.3
out=$("$fxtrace" ctl $program start --clear calls 2>&1)
is "$? ${out#*: its}" '1  archive is not a file that can start again, so what was written remains; start it without --clear' \
	'an archive that goes to a pipe is not restarted, and that is said'
exec 3>&-
wait $program
