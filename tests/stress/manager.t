#!/bin/bash
# SPDX-License-Identifier: MIT
# The manager is killed, stopped for long, or its disk is full. The program's
# output and exit code stay what they are, and archives are whole up to there.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
sequence=$b/tests/hazard/sequence

# A program of threads that call, children, a pipe, an exit code.
cat >program <<'END_OF_PROGRAM'
"$1" 8000 3 2 2
for i in 1 2 3; do echo $i; done | sort -r
echo to stderr >&2
exit 7
END_OF_PROGRAM
# One that makes numbered calls only, which can be counted
n_made=600000
counting="$sequence 100000 3 2 0"

# wanted COMMAND...: what it does by itself; from now on it is the one to record
wanted() {
	command=("$@")
	"${command[@]}" >want.out 2>want.err
	want_status=$?
}

# start_manager ARCHIVE [OPTION...]: its pid in $manager, its variable in $variable
start_manager() {
	: >variable
	"$fxtrace" manager -q --until-empty -o "$@" >>variable 2>manager.err &
	manager=$!
	until grep -q '^FXTRACE_SESSION=' variable; do sleep 0.01; done
	variable=$(cat variable)
}

# begin POLICY BUFFER: the command, in the background: $program
begin() {
	env "$variable" FXTRACE_ON_FULL="$1" FXTRACE_BUFFER="$2" \
		FXTRACE_CALLS=lseek,getenv LD_PRELOAD="$lib" \
		"${command[@]}" >got.out 2>got.err &
	program=$!
}

# unchanged: waits for it
unchanged() {
	local status
	wait $program
	status=$?
	cmp want.out got.out && cmp want.err got.err &&
		[ $status = $want_status ] && return
	echo "status $status, not $want_status"
	cat got.out got.err
	return 1
}

# whole ARCHIVE: into info.out
whole() {
	"$fxtrace" info "$1" >info.out 2>&1 &&
		! grep -E '^(stray|damaged|undefined)' info.out && return
	cat info.out
	return 1
}

# whole_but_for_its_end ARCHIVE: a kill in the middle of a large write leaves a
# part of the last record, which recover cuts off
whole_but_for_its_end() {
	"$fxtrace" info "$1" 2>&1 >info.out |
		grep -q 'expected, the file ends after [0-9]* of them$' || {
		whole "$1"
		return
	}
	echo cut >>cut.runs
	"$fxtrace" recover "$1" 2>recover.err && whole "$1" && return
	cat recover.err
	return 1
}

# lost: in all archives
lost() {
	local archive
	for archive in a*.fxt; do
		"$fxtrace" info "$archive"
	done | awk '$1 == "lost:" { n += $2 } END { print n + 0 }'
}

# numbered: the numbered calls of all archives
numbered() {
	local archive
	for archive in a*.fxt; do
		"$fxtrace" dump "$archive"
	done | awk '
		/ (lseek|getenv)\(/ && match($0, /(offset=|name=")[0-9]+/) {
			number = substr($0, RSTART, RLENGTH)
			gsub(/[^0-9]/, "", number)
			n += number + 0 >= 1000000
		}
		END { print n + 0 }'
}

policies=(block drop)
buffers=(64K 256K 4M)

killed() { # I
	rm -f a.fxt
	start_manager a.fxt
	begin "${policies[$1 % 2]}" "${buffers[$1 % 3]}"
	sleep "0.$(printf '%03d' $((RANDOM % 120)))"
	kill_both $manager
	wait $manager 2>/dev/null
	unchanged || return
	[ -s a.fxt ] || return 0 # before its first write
	echo written >>killed.runs
	whole_but_for_its_end a.fxt
}

full() { # I
	rm -f small/*
	head -c $((RANDOM % 120 * 8192)) /dev/zero >small/ballast
	start_manager small/a.fxt
	begin "${policies[$1 % 2]}" "${buffers[$1 % 3]}"
	# shellcheck disable=SC2015
	unchanged && wait_for_end && whole small/a.fxt || return
	grep -q 'No space left' manager.err && echo full >>full.runs
	return 0
}

wait_for_end() {
	wait $manager
	[ $? -le 1 ] && return
	cat manager.err
	return 1
}

# stopped POLICY: for five seconds, once the program has joined; no standby
# takes over so soon
stopped() {
	rm -f a*.fxt
	start_manager a.fxt --block-max 60s
	begin "$1" 256K
	until [ -s a.fxt ] || ! kill -0 $program; do sleep 0.001; done
	kill -STOP $manager
	sleep 5
	kill -0 $program 2>/dev/null && echo waits || echo ended
	kill -CONT $manager
	unchanged && wait_for_end && whole a.fxt
}

# replaced: stopped for good, so that the standby takes over
replaced() {
	rm -f a*.fxt
	start_manager a.fxt
	begin block 256K
	until [ -s a.fxt ] && standby_of $manager >/dev/null ||
		! kill -0 $program; do sleep 0.001; done
	kill -STOP $manager
	unchanged || return
	wait $manager
	flock -s a.fxt true # who writes it has a lock
	whole a.fxt
}

# many N NAME COMMAND...: one test; the number of the run is the last argument
many() {
	local n=$1 name=$2 i out status=0
	shift 2
	for ((i = 0; i < n && status == 0; i++)); do
		"$@" $i >run.out 2>&1
		status=$?
	done
	ok $status "$name" || { echo "run $i"; cat run.out manager.err; } | note
}

plan 10
wanted sh program "$sequence"
many 100 'a hundred kills of the manager change no program' killed
[ "$(wc -l <killed.runs)" -gt 20 ]
ok $? 'and many leave an archive, whole or mended by recover' ||
	wc -l killed.runs | note
[ ! -e cut.runs ] || echo "$(wc -l <cut.runs) of them were mended" | note

mkdir small
if mount -t tmpfs -o size=1m none small 2>err.out; then
	many 100 'a hundred full disks change no program, and archives are whole' \
		full
	n_full=$(wc -l <full.runs)
	echo "$n_full of them were full" | note
	[ "$n_full" -gt 50 ]
	ok $? 'most of them were full'
	umount -l small
else
	skip 'cannot mount' 'a hundred full disks change no program'
	skip 'cannot mount' 'most of them were full'
fi

# shellcheck disable=SC2086
wanted $counting
stopped block >run.out 2>&1
ok $? 'a manager that is stopped for five seconds changes no program' ||
	note <run.out
is "$(head -n 1 run.out) $(numbered) $(lost)" "waits $n_made 0" \
	'which waits for it, and loses nothing'
stopped drop >run.out 2>&1
ok $? 'nor does it change one that shall not wait' || note <run.out
n_recorded=$(numbered)
n_lost=$(lost)
is "$((n_recorded + n_lost)) $((n_lost > 0))" "$n_made 1" \
	'whose losses are counted exactly' ||
	note <<<"$(head -n 1 run.out): $n_recorded and $n_lost"
replaced >run.out 2>&1
ok $? 'a manager that stays stopped is replaced' || note <run.out
is "$(numbered) $(lost)" "$n_made 0" 'and nothing is lost'
