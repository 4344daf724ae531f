#!/bin/bash
# SPDX-License-Identifier: MIT
# Streaming: a signal behind the instructions of a turn, whose buffer must come
# back from the manager, loses nothing. Forks there, jumps and kills do not
# either.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/sequence.sh"
. "$tests/hazard/step.sh"
export FXTRACE_MODE=streaming FXTRACE_BUFFER=64K

# grown ARCHIVE N: waits until it has so many bytes; 1 if it does not get them
# within a minute
grown() {
	local tries=0
	until [ -e "$1" ] && [ "$(stat -c %s "$1")" -ge "$2" ]; do
		[ $((tries += 1)) -lt 12000 ] || return
		sleep 0.005
	done
}

# kill_at MS: kills a program with four threads that time after it has begun.
# All that it made until the last call of each thread is there.
kill_at() {
	local pid archive
	rm -rf fxt && mkdir fxt
	FXTRACE_CALLS=lseek,getenv FXTRACE_OUTPUT=$tmp/fxt/ LD_PRELOAD=$lib \
		"$b/tests/hazard/sequence" 10000000 4 1 0 &
	pid=$!
	archive=fxt/sequence.$pid.fxt
	grown "$archive" 200000 && sleep "0.$1"
	kill -KILL $pid
	wait $pid 2>/dev/null
	written && "$fxtrace" info "$archive" >info.out &&
		"$fxtrace" dump "$archive" >dump.out || return
	grep -Eq '^(stray|damaged|undefined)' info.out && return 1
	awk '/ (lseek|getenv)\(/ && match($0, /(offset=|name=")[0-9]+/) {
			number = substr($0, RSTART, RLENGTH)
			gsub(/[^0-9]/, "", number)
			series = int(number / 1000000)
			if ($3 in next_of && number + 0 != next_of[$3]) {
				bad = 1; print "gap:", $0; exit }
			next_of[$3] = number + 1
			n++
		}
		END { exit bad || n < 1000 }' dump.out
}

plan 20
returns 'a turn' wide return 331 33
forks 'a turn' wide fork 2401 33
inherits 'a turn' wide heir 2401 33
jumps 'a turn' wide jump 537 1
returns 'lseek' pair return 13 13
inherits 'lseek and calls before' pair heircalls 13 1
all_exact 'threads that come and go lose no call' 300 8 20 0
all_exact 'a handler that interrupts threads 10,000 times a second loses none' \
	40000 3 1 0 timer
status=0
for ms in 05 23; do # stress/kill.t has more
	kill_at $ms >why.out 2>&1 || { status=1; break; }
done
ok $status 'a killed program has every call up to its last' || note <why.out
FXTRACE_ON_FULL=drop traced "$sequence" 60000 4 1 0 >counts.out
written
read -r all lost < <(total)
FXTRACE_BUFFER=16M traced "$sequence" 60000 4 1 0 >counts.out
read -r made _ < <(total)
is "$all" "$made" 'what was dropped is counted exactly' || note <<<"$lost lost"

# A program that drops goes before its manager has come to write. On a busy
# machine the manager may be stopped only when there is nothing left to write.
for _ in {1..20}; do
	rm -rf fxt && mkdir fxt
	FXTRACE_ON_FULL=drop LD_PRELOAD=$lib FXTRACE_OUTPUT=$tmp/fxt/ \
		"$sequence" 600000 4 1 0 >counts.out &
	pid=$!
	grown fxt/sequence.$pid.fxt 200000
	manager=$(managers)
	kill -STOP "$manager" 2>stop.err
	wait $pid
	read -r early _ < <(total)
	kill -CONT "$manager" 2>stop.err
	written
	read -r all lost < <(total)
	[ "$early" -ge "$all" ] || break
done
[ "$all" = $((made + 4 * 540000)) ] && [ "$early" -lt "$all" ]
ok $? 'also if the manager comes to it only behind the end of the program' ||
	note <<<"made $((made + 4 * 540000)), found $all, before $early"
FXTRACE_ON_FULL=drop FXTRACE_CALLS=lseek,getenv traced "$sequence" 900000 2 1 0 \
	>counts.out
written
"$fxtrace" info fxt/*.fxt >info.out
[ "$(awk '/^calls:/ { print $2 }' info.out)" -gt 30000 ]
ok $? 'a thread goes on once there is space again' || note <info.out
# An end stays away only where a thread is over before there is space again: the
# last one of each of two threads. It is counted as lost.
awk '/^unfinished:/ { n_open = $2 } /^lost ends:/ { n_lost = $3 }
	END { exit n_open != n_lost || n_open > 2 }' info.out
ok $? 'and writes its deferred ends, or counts its last as lost' ||
	note <info.out
same 'six hundred threads come and go' \
	"$b/tests/hazard/threads" many
same 'a program that has started nothing has no children' \
	"$b/tests/hazard/childless"
FXTRACE_CALLS=getenv,fork same 'handlers see no descriptor of a child that joins' \
	"$b/tests/hazard/disturbed"

# alone NAME: the program before has left one archive, and it has calls
alone() {
	[ "$(ls fxt)" = one.fxt ] && "$fxtrace" info fxt/one.fxt >info.out 2>&1 &&
		grep -q '^calls: *[1-9]' info.out
	ok $? "$1" || ls fxt | note
}

rm -rf fxt && mkdir fxt
LD_PRELOAD=$lib FXTRACE_OUTPUT=$tmp/fxt/one.fxt "$sequence" 10 1 1 0 \
	<&- >&- 2>&-
alone 'a program without streams has a manager'
rm -rf fxt && mkdir fxt
if unshare -m mount -t tmpfs none /dev 2>/dev/null; then
	unshare -m sh -c "mount -t tmpfs none /dev
		LD_PRELOAD=$lib FXTRACE_OUTPUT=$tmp/fxt/one.fxt \
			$sequence 10 1 1 0" >out.out 2>&1
	is "$(cat out.out)" '1 10 0 1 0' \
		'where /dev/null is missing nothing is printed'
	alone 'and there is a manager'
	mkdir place
	unshare -m sh -c 'mount -t tmpfs none place && cd place &&
		exec env LD_PRELOAD=$1 FXTRACE_OUTPUT=$2/fxt/ /usr/bin/python3 -c "
import ctypes, os
os.chdir(\"/\")
print(ctypes.CDLL(None).umount(b\"$2/place\"))"' - "$lib" "$tmp" >out.out
	is "$(cat out.out)" 0 'the manager does not block an unmount'
else
	skip 'cannot mount' 'where /dev/null is missing'
	skip 'cannot mount' 'and there is a manager'
	skip 'cannot mount' 'the manager does not block an unmount'
fi
