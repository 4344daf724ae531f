#!/bin/bash
# SPDX-License-Identifier: MIT
# Program, manager and standby are killed at random instants: one, two or all of
# them. Each way to kill is a test. Every call that has returned is in the
# archive, once, or in one that a process has written alone. If nobody is left
# who could have saved it, that is reported. Prints its seed.
#	KILLS=1000 SEED=n WAYS='kill_in_save kill_all'
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/survived.sh"
trap 'kill -KILL $(of_ours; of_program) 2>/dev/null; rm -rf "$tmp"' EXIT
RANDOM=${SEED:=$(date +%N | sed 's/^0*//')}
n_kills=0
# Whether somebody was left who has all calls. Else losses are to be reported.
is_exact=yes
# What is compared once all are at rest.
compare=compare_all

# pause MAX_MS
pause() { sleep "$(printf '0.%04d' $((RANDOM * 10 % ($1 * 10))))"; }

# the instant is random from the start on, or in the first milliseconds
some_time() {
	case $((RANDOM % 3)) in
	0) pause 40 ;;
	*) pause 300 ;;
	esac
}

# count N: so many kills more
count() { n_kills=$((n_kills + $1)); }

# shuffled WORD...: in a random order, on one line
shuffled() {
	local word
	for word; do echo "$RANDOM $word"; done | sort -n | cut -d ' ' -f 2 |
		tr '\n' ' '
}

# gone_at_once PID...: all of them, in a random order
gone_at_once() {
	# shellcheck disable=SC2046
	killed $(shuffled "$@")
	count $#
}

# wait_for_other PID: a standby of the manager that is not this one, in $next
wait_for_other() {
	next=
	until [ "$next" ] || ! kill -0 "$manager" 2>/dev/null; do
		next=$(standby_of "$manager")
		[ "$next" != "$1" ] || next=
	done
}

# ---- ways to kill ----

kill_program() { killed $(of_program); count 1; }
kill_manager() { killed "$manager"; count 1; }

# and its manager, once that has another one
kill_standby() {
	local pid next
	pid=$(standby_of "$manager")
	[ "$pid" ] || return 0
	killed "$pid"
	count 1
	wait_for_other "$pid"
	kill_manager
}

kill_manager_and_program() {
	# shellcheck disable=SC2046
	gone_at_once "$manager" $(of_program)
}

kill_standby_and_program() {
	# shellcheck disable=SC2046
	gone_at_once $(standby_of "$manager") $(of_program)
}

kill_manager_and_standby() {
	is_exact=no
	# shellcheck disable=SC2046
	gone_at_once "$manager" $(standby_of "$manager")
}

kill_all() {
	is_exact=no
	# shellcheck disable=SC2046
	gone_at_once "$manager" $(standby_of "$manager") $(of_program)
}

# Any of them, before the program has made a call
kill_at_start() {
	local who=() pid
	for pid in $manager $(standby_of "$manager") $(of_program); do
		[ $((RANDOM % 2)) = 0 ] || who+=("$pid")
	done
	is_exact=no
	[ ${#who[@]} = 0 ] || gone_at_once "${who[@]}"
}

# Buffers are full all the time
kill_in_save() {
	case $((RANDOM % 3)) in
	0) kill_manager ;;
	1) kill_manager_and_program ;;
	*) kill_in_turn ;;
	esac
}

# Each time the one that is the manager then, once it is not alone any more
kill_in_turn() {
	local next
	for _ in 1 2 3; do
		wait_for_other none
		[ "$next" ] || return 0
		kill_manager
		manager=$next
		pause 60
	done
}

# Each time while it takes over. It may be alone at that moment.
kill_in_takeover() {
	local next
	is_exact=no
	for _ in 1 2 3 4; do
		next=$(standby_of "$manager")
		[ "$next" ] || return 0
		kill_manager
		manager=$next
		pause 12
	done
	kill_manager
}

# The manager, and who takes over from it: while it does, but once it has forked
# the next one, in $next. So nothing is lost.
kill_successor() {
	local former=$manager
	wait_for_other none
	[ "$next" ] || return 0
	manager=$next next=
	kill -KILL "$former"
	until [ "$next" ] || ! kill -0 "$manager" 2>/dev/null; do
		# at once: pgrep takes as long as a takeover
		read -r next _ <"/proc/$manager/task/$manager/children"
	done 2>/dev/null
	[ $((RANDOM % 2)) = 0 ] || pause 8
	kill -KILL "$manager"
	count 2
}

kill_successors() {
	local next
	for _ in 1 2 3; do
		kill_successor
		[ "$next" ] || return 0
		manager=$next
	done
}

# Before it has begun, and once the archive is complete, it is a stopped program
# like any other: then it has no standby.
stop_manager() {
	[ ! "$(of_program)" ] || kill -STOP "$manager" 2>/dev/null
	count 1
	while [ "$(of_program)" ] ||
		[ "$(standby_of "$manager")" ]; do sleep 0.02; done
	kill -CONT "$manager" 2>/dev/null
}

# In circular mode, where a snapshot is being made
kill_in_snapshot() {
	compare=compare_newest
	"$fxtrace" snapshot -o "$tmp/s.fxt" "$manager" >/dev/null 2>&1 &
	local snapshot=$!
	pause 20
	kill_manager
	wait $snapshot
	[ ! -e "$tmp/s.fxt" ] || "$fxtrace" info "$tmp/s.fxt" >/dev/null 2>&1 ||
		echo "a broken snapshot"
	rm -f "$tmp/s.fxt"
}

# While the archive is begun again. The session goes on: it can be begun again
# after that, and has all calls from then on.
kill_in_clear() {
	local clear next
	compare=compare_later
	wait_for_other none
	ln "$archive" former
	"$fxtrace" ctl --clear calls "$manager" start >/dev/null 2>&1 &
	clear=$!
	while [ "$archive" -ef former ] && kill -0 $clear 2>/dev/null; do :; done
	[ $((RANDOM % 3)) = 0 ] || pause 6
	if [ $((RANDOM % 2)) = 0 ]; then
		kill_manager
	else # and the next one, which begins it once more
		kill_successor
	fi
	wait $clear
	rm -f former
	until "$fxtrace" ctl --clear calls "$next" start >/dev/null 2>&1 ||
		! kill -0 "$next" 2>/dev/null; do sleep 0.01; done
	cp "$counters" after.out
	pause 60
	kill_program
}

# Both of ours, and recover again and again, while the program is stopped: it
# holds all that the archive lacks
kill_in_recover() {
	local pid=none
	# with a child that it was just starting
	until [ "$pid" = "$(of_program)" ]; do
		pid=$(of_program)
		# shellcheck disable=SC2086
		kill -STOP $pid 2>/dev/null
	done
	# what is in flight gets into the buffers, or has not returned
	sleep 0.01
	# who takes over in between is one of them, too
	while pid=$(of_ours) && [ "$pid" ]; do
		# shellcheck disable=SC2086
		gone_at_once $pid
	done
	cp -p "$counters" kept.out 2>/dev/null
	for _ in 1 2 3; do
		"$fxtrace" recover "$archive" >/dev/null 2>&1 &
		pid=$!
		pause 30
		gone_at_once $pid
		wait $pid 2>/dev/null
	done
	"$fxtrace" recover "$archive" >recover.out 2>&1
	# shellcheck disable=SC2046
	killed $(of_program)
	compare=compare_kept
}

# The same of an archive that the program writes itself
kill_in_recover_alone() {
	local pid
	# shellcheck disable=SC2046
	gone_at_once $(of_program)
	wait "$waited" 2>/dev/null
	for _ in 1 2 3; do
		"$fxtrace" recover "$tmp"/a.*.fxt >/dev/null 2>&1 &
		pid=$!
		pause 30
		gone_at_once $pid
		wait $pid 2>/dev/null
	done
	"$fxtrace" recover "$tmp"/a.*.fxt >/dev/null 2>&1
}

ways=(kill_program kill_manager kill_standby kill_manager_and_program
	kill_standby_and_program kill_manager_and_standby kill_all
	kill_at_start kill_in_save kill_in_turn kill_in_takeover
	kill_successors stop_manager kill_in_snapshot kill_in_clear
	kill_in_recover kill_in_recover_alone)
[ ! "${WAYS-}" ] || read -ra ways <<<"$WAYS"

# ---- what must be there ----

compare_all() { exact "$counters" "$tmp"/a*.fxt; }
compare_newest() { newest "$counters" "$archive"; }
# recover appends what the program holds, when it was stopped
compare_kept() { [ ! -s kept.out ] || exact kept.out "$tmp"/a*.fxt; }
compare_later() { since after.out "$counters" "$archive"; }

# reported: who is gone, or that there is nothing
reported() {
	[ -e "$archive" ] || return 0
	"$fxtrace" recover "$archive" 2>&1 | grep -Eq 'gone$|: empty$'
}

# judge: 0 if nothing is lost in silence
judge() {
	[ -s "$counters" ] && [ "$(made "$counters")" ] || return 0
	"$compare" >judge.out && return
	if [ $is_exact = no ] && ahead "$counters" "$tmp"/a*.fxt && reported; then
		echo reported >>outcomes.out
		return
	fi
	cat judge.out
	return 1
}

# ---- a session ----

# options WAY: random ones, in $how and $options
options() {
	how=(recorded bare) options=(--block-max 300ms)
	shape=($((RANDOM % 3 + 1)) $((RANDOM % 1500 + 200)) $((RANDOM % 8 + 1))
		$((RANDOM % 6)) 0)
	buffer=$((64 << RANDOM % 3))K
	case $((RANDOM % 4)) in
	0) options+=(--compress zstd) ;;
	1) options+=(--compress gzip) ;;
	esac
	[ $((RANDOM % 4)) != 0 ] || [ "$1" = kill_in_snapshot ] ||
		options+=(--print)
	case $1 in
	kill_in_snapshot)
		how=(recorded recorded) buffer=256K
		options+=(--mode circular)
		shape[1]=$((shape[1] * 10)) shape[2]=50
		;;
	kill_in_save)
		buffer=64K shape[1]=$((shape[1] * 3)) shape[2]=50 shape[4]=200
		calls=lseek,write
		;;
	kill_in_clear) shape[1]=1000000 ;; # for as long as a clear takes
	kill_in_recover_alone) how=(alone alone) buffer=4M ;;
	esac
}

# wait_at_most N_S: until program and session have ended
wait_at_most() {
	local end=$((SECONDS + $1))
	while [ "$(of_program)" ] || [ "$(of_ours)" ]; do
		if [ $SECONDS -gt $end ]; then
			echo "still running:"
			ps -o pid,ppid,stat,args -p "$({ of_program; of_ours; } |
				paste -sd ,)"
			# shellcheck disable=SC2046
			killed $(of_program; of_ours)
			return 1
		fi
		sleep 0.02
	done
	wait "$waited" 2>/dev/null
	return 0
}

# one WAY: a session
one() {
	local way=$1 how options pid calls=
	options "$way"
	rm -f kept.out after.out
	begin "${how[RANDOM % 2]}" "${options[@]}" 2>print.out
	case $way in
	kill_at_start) [ $((RANDOM % 2)) = 0 ] || pause 20 ;;
	kill_in_snapshot | kill_in_clear) begun ;;
	*) some_time ;;
	esac
	"$way"
	if [ $((RANDOM % 4)) = 0 ]; then # recover refuses, and changes nothing
		"$fxtrace" recover "$archive" >/dev/null 2>&1 &
		pid=$!
		pause 10
		gone_at_once $pid
		wait $pid 2>/dev/null
	fi
	wait_at_most 120 || return
	# a process that cannot reach a session records alone, and may be killed
	for pid in "$tmp"/a.*.fxt; do
		[ ! -e "$pid" ] || "$fxtrace" recover "$pid" 2>/dev/null
	done
	judge
}

plan ${#ways[@]}
echo "# SEED=$SEED"
for way in "${ways[@]}"; do
	status=0 n_sessions=0
	end=$((n_kills + ${KILLS:-240} / ${#ways[@]} + 1))
	rm -f outcomes.out
	while [ $n_kills -lt $end ] && [ $status = 0 ]; do
		n_sessions=$((n_sessions + 1))
		seed=$RANDOM
		out=$(RANDOM=$seed; one "$way"; s=$?
			echo "$n_kills" >n_kills.out; exit $s) || {
			status=1
			cp -r "$tmp" "${TMPDIR:-/tmp}/standby.failed.$$" 2>/dev/null
		}
		[ "$(cat n_kills.out)" -gt $n_kills ] || count 1
		[ "$(cat n_kills.out)" -lt $n_kills ] || n_kills=$(cat n_kills.out)
	done
	ok $status "$way, again and again: nothing is lost in silence" ||
		note <<<"$out"
	echo "# $way: $n_sessions sessions, in $(cat outcomes.out 2>/dev/null |
		wc -l) of them a loss that is reported"
done
echo "# $n_kills kills"
