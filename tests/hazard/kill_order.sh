# SPDX-License-Identifier: MIT
# Sourced by the tests that kill a program at random instants: its threads
# count, in a shared file, the calls that have returned.
# shellcheck shell=bash
program=$b/tests/hazard/kill

# by_thread ARCHIVE: BEGUN FINISHED of each thread, fewest first; fails if a
# thread's calls are not exactly 0, 1, 2 ...
by_thread() {
	"$fxtrace" dump "$1" >dump.out || return
	awk '/ lseek\(/ {
		match($0, /offset=[0-9]+/)
		number = substr($0, RSTART + 7, RLENGTH - 7) + 0
		if (number != n_begun[$3] + 0 && !bad++)
			print "not", n_begun[$3] + 0 ":", $0 >"/dev/stderr"
		n_begun[$3]++
		n_finished[$3] += !/<unfinished>/
	} END {
		for (thread in n_begun)
			print n_begun[thread], n_finished[thread]
		exit bad > 0
	}' dump.out | sort -n
	[ "${PIPESTATUS[0]}" = 0 ]
}

returned() { od -An -v -tu8 -w64 counters | awk '$1 { print $1 }' | sort -n; }

# killed N_THREADS: runs it, kills it, compares; what differs to standard output
killed() {
	local archive
	rm -rf fxt && mkdir fxt && head -c 1024 /dev/zero >counters
	FXTRACE_BUFFER=256M FXTRACE_OUTPUT=$tmp/fxt/ LD_PRELOAD=$lib \
		"$program" counters "$1" &
	sleep "0.0$(printf '%03d' $((RANDOM % 600)))"
	kill -KILL $!
	wait $! 2>/dev/null
	archive=$(echo fxt/kill.*.fxt)
	[ -e "$archive" ] && [ "$(head -c 8 "$archive" | tr -d '\0')" ] ||
		return 0 # before its start
	by_thread "$archive" >begun.out 2>err.out || {
		cat err.out
		return 1
	}
	compare && recovers "$archive"
}

# Threads whose first call has not returned may have begun it, or not: only
# those that have returned one must be there.
compare() {
	returned >returned.out
	paste <(tail -n "$(wc -l <returned.out)" begun.out) returned.out |
		awk '$2 < $3 || $1 > $3 + 1 {
			print "begun", $1, "finished", $2, "returned", $3
			exit 1
		}'
}

recovers() {
	cp --sparse=always "$1" copy.fxt
	"$fxtrace" recover copy.fxt >recover.out 2>&1 &&
		by_thread copy.fxt >after.out 2>&1 &&
		diff begun.out after.out && "$fxtrace" info copy.fxt >info.out
}

# killed_in_session N_THREADS US BUFFER: the same in a session, killed so long
# after its first call
killed_in_session() {
	local status
	rm -f a.fxt && head -c 1024 /dev/zero >counters
	FXTRACE_MODE=streaming "$fxtrace" record -q -b "$3" -c lseek -o a.fxt \
		"$program" counters "$1" 1000000000 "$2" 2>record.out
	status=$?
	[ $status = 137 ] || {
		echo "status $status"
		cat record.out
		return 1
	}
	by_thread a.fxt >begun.out 2>err.out || {
		cat err.out
		return 1
	}
	compare && "$fxtrace" info a.fxt >info.out &&
		! grep -E '^(stray|damaged|undefined|lost)' info.out
}

# kills N N_THREADS NAME: one test
kills() {
	local i out status=0
	for ((i = 0; i < $1 && status == 0; i++)); do
		out=$(killed "$2")
		status=$?
	done
	ok $status "$3" || note <<<"run $i: $out"
}

# session_kills N N_THREADS MAX_US NAME: one test
session_kills() {
	local i us out n=0 status=0 buffers=(64K 256K 4M)
	for ((i = 0; i < $1 && status == 0; i++)); do
		us=$(((RANDOM << 15 | RANDOM) % $3))
		out=$(killed_in_session "$2" $us "${buffers[i % 3]}")
		status=$?
		n=$((n + $(awk '{ n += $1 } END { print n + 0 }' begun.out)))
	done
	ok $status "$4" || note <<<"run $i, killed after $us us: $out"
	echo "$n calls in $i archives" | note
}
