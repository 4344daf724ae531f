#!/bin/bash
# SPDX-License-Identifier: MIT
# Program, manager and standby are killed at random instants, one or two of
# them: at the start, in a save, in a snapshot, in a restart of the standby, in
# recover. Every call that has returned is in the archive, once, or in one that
# a process has written alone. Prints its seed.
#	KILLS=1000 SEED=n
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/survived.sh"
trap 'kill -KILL $(of_ours; of_program) 2>/dev/null; rm -rf "$tmp"' EXIT
RANDOM=${SEED:=$(date +%N | sed 's/^0*//')}
n_kills=0

# pause MAX_MS
pause() { sleep "$(printf '0.%03d' $((RANDOM % $1)))"; }

standbys() { pgrep -f -- '^fxtrace --standby' | while read -r pid; do
	ls -l "/proc/$pid/fd" 2>/dev/null | grep -q " $archive$" && echo "$pid"
	done; }

# the instant is random from the start on, or in the first milliseconds
some_time() {
	case $((RANDOM % 3)) in
	0) pause 40 ;;
	*) pause 300 ;;
	esac
}

# One way to kill. What it leaves is exact.
kill_manager() { killed "$manager"; }
kill_standby() {
	local pid next=
	pid=$(standby_of "$manager")
	[ "$pid" ] || return 0
	killed "$pid"
	until [ "$next" ] || ! kill -0 "$manager" 2>/dev/null; do
		next=$(standby_of "$manager")
		[ "$next" != "$pid" ] || next=
	done
	killed "$manager"
}
# what is gone then is not exact, but it is said
kill_both_of_ours() {
	# shellcheck disable=SC2046
	killed $(standbys | head -n 1) "$manager"
}
# shellcheck disable=SC2046
kill_program() { killed $(of_program); }
# shellcheck disable=SC2046
kill_manager_and_program() { killed "$manager" $(of_program); }
kill_standby_and_program() {
	# shellcheck disable=SC2046
	killed $(standbys | head -n 1) $(of_program)
}
# each time the one that is the manager then, once it is not alone any more
kill_in_turn() {
	local next
	for _ in 1 2; do
		next=$(standby_of "$manager")
		[ "$next" ] || return 0
		killed "$manager"
		n_kills=$((n_kills + 1))
		manager=$next
		pause 80
	done
}
# before it has begun it is a stopped program like any other
stop_manager() {
	[ ! "$(of_program)" ] || kill -STOP "$manager" 2>/dev/null
}

ways=(kill_manager kill_standby kill_program kill_manager_and_program
	kill_standby_and_program kill_in_turn stop_manager kill_both_of_ours
	kill_in_snapshot)

# In circular mode, where a snapshot is being made
kill_in_snapshot() {
	"$fxtrace" snapshot -o "$tmp/s.fxt" "$manager" >/dev/null 2>&1 &
	local snapshot=$!
	pause 20
	killed "$manager"
	wait $snapshot
	[ ! -e "$tmp/s.fxt" ] || "$fxtrace" info "$tmp/s.fxt" >/dev/null 2>&1 ||
		echo "a broken snapshot"
	rm -f "$tmp/s.fxt"
}

# one WAY: a session with random options
one() {
	local way=$1 how=(recorded bare) compress=() pids
	shape=($((RANDOM % 3 + 1)) $((RANDOM % 1500 + 200)) $((RANDOM % 8 + 1))
		$((RANDOM % 6)) 0)
	buffer=$((64 << RANDOM % 3))K
	case $((RANDOM % 4)) in
	0) compress=(--compress zstd) ;;
	1) compress=(--compress gzip) ;;
	esac
	if [ "$way" = kill_in_snapshot ]; then
		how=(recorded recorded) buffer=256K
		compress+=(--mode circular)
		shape[1]=$((shape[1] * 10)) shape[2]=50
	fi
	begin "${how[RANDOM % 2]}" --block-max 300ms "${compress[@]}"
	[ "$way" != kill_in_snapshot ] || begun
	some_time
	"$way"
	n_kills=$((n_kills + 1))
	if [ $((RANDOM % 3)) = 0 ]; then # recover refuses, and changes nothing
		"$fxtrace" recover "$archive" >/dev/null 2>&1 &
		pids=$!
		pause 10
		killed $pids
		wait $pids 2>/dev/null
	fi
	at_rest
	# a process that cannot reach a session records alone, and may be killed
	for pids in "$tmp"/a.*.fxt; do
		[ ! -e "$pids" ] || "$fxtrace" recover "$pids" 2>/dev/null
	done
	[ -s "$counters" ] && [ "$(made "$counters")" ] || return 0
	if [ "$way" = kill_in_snapshot ]; then
		newest "$counters" "$archive"
		return
	fi
	exact "$counters" "$tmp"/a*.fxt && return
	[ "$way" = kill_both_of_ours ] &&
		"$fxtrace" recover "$archive" 2>&1 | grep -Eq 'gone$|: empty$'
}

plan ${#ways[@]}
echo "# SEED=$SEED" 
for way in "${ways[@]}"; do
	status=0
	end=$((n_kills + ${KILLS:-1000} / ${#ways[@]} + 1))
	while [ $n_kills -lt $end ] && [ $status = 0 ]; do
		out=$(one "$way"; s=$?; echo "$n_kills" >n_kills.out; exit $s) || {
			status=1
			cp -r "$tmp" /tmp/standby.failed 2>/dev/null
		}
		n_kills=$(cat n_kills.out)
	done
	ok $status "$way, again and again: nothing is lost" || note <<<"$out"
done
echo "# $n_kills kills"
