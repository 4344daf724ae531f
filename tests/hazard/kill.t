#!/bin/bash
# SPDX-License-Identifier: MIT
# A program that is killed in the middle of a call loses none. Its own count of
# returned calls, in a shared file, is compared with its archive.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/kill

counted() {
	od -An -v -tu8 -w64 counters | awk '{n += $1} END {print n + 0}'
}

# kill_it N_THREADS: runs it until it has made 100,000 calls, then kill -9;
# leaves its archive in $archive
kill_it() {
	rm -rf fxt && mkdir fxt && head -c 1024 /dev/zero >counters
	FXTRACE_BUFFER=256M FXTRACE_OUTPUT=$tmp/fxt/ LD_PRELOAD=$lib \
		"$program" counters "$1" &
	while [ "$(counted)" -lt 100000 ] && kill -0 $! 2>/dev/null; do :; done
	kill -KILL $!
	wait $! 2>/dev/null
	archive=$(echo fxt/kill.*.fxt)
}

# count ARCHIVE: its lseek calls that are finished, and those that are not
count() {
	calls "$1" | awk '/ lseek\(/ {if (/<unfinished>/) open++; else done++}
		END {print done + 0, open + 0}'
}

# holds N_THREADS DONE OPEN: all that returned, and at most the one in flight
# of each thread
holds() {
	local n
	n=$(counted)
	[ "$n" -ge 100000 ] && [ "$2" -ge "$n" ] &&
		[ $(($2 + $3)) -le $((n + $1)) ] && return
	echo "program: $n; archive: $2 finished, $3 unfinished" | note
	return 1
}

check() { # N_THREADS WORDS
	local before after
	kill_it "$1"
	before=$(count "$archive")
	# shellcheck disable=SC2086
	out=$(holds "$1" $before)
	ok $? "no call of $2 is lost by kill -9" || echo "$out"
	cp "$archive" copy.fxt
	"$fxtrace" recover copy.fxt >recover.out 2>&1
	ok $? "the archive of $2 can be recovered" || note <recover.out
	after=$(count copy.fxt)
	is "$after" "$before" "recover keeps every call of $2"
}

# lost ARCHIVE: how many calls it says it lost
lost() { "$fxtrace" info "$1" | sed -n 's/^lost: *\([0-9]*\) calls*.*/\1/p'; }

plan 8
check 1 'one thread'
check 3 'three threads'

# The same calls with space for all and with space for few
head -c 1024 /dev/zero >counters
traced "$program" counters 1 50000
all=$(calls fxt/kill.*.fxt | wc -l)
rm -rf fxt && mkdir fxt
FXTRACE_BUFFER=1M FXTRACE_OUTPUT=$tmp/fxt/ LD_PRELOAD=$lib \
	"$program" counters 1 50000
n_lost=$(lost fxt/kill.*.fxt)
n_recorded=$(calls fxt/kill.*.fxt | wc -l)
[ "${n_lost:-0}" -gt 0 ]
ok $? 'a buffer that is too small loses calls, and says so'
is $((n_recorded + ${n_lost:-0})) "$all" 'the number of lost calls is exact'
