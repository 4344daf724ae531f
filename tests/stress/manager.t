#!/bin/bash
# SPDX-License-Identifier: MIT
# The manager is killed, stopped for long, or its disk is full: the program's
# output and exit code stay what they are, and archives are whole up to there.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
sequence=$b/tests/hazard/sequence

# The program: threads that call, children, a pipe, an exit code.
cat >program <<'END_OF_PROGRAM'
"$1" "$2" 3 2 2
for i in 1 2 3; do echo $i; done | sort -r
echo to stderr >&2
exit 7
END_OF_PROGRAM
# Its calls: 2 rounds of 3 threads and 2 children.
n_made() { echo $((2 * (3 * $1 + 2 * ($1 / 8)))); }

# start_manager ARCHIVE: its pid in $manager, its variable in $variable
start_manager() {
	: >variable
	"$fxtrace" manager -q --until-empty -o "$1" >>variable 2>manager.err &
	manager=$!
	until grep -q '^FXTRACE_SESSION=' variable; do sleep 0.01; done
	variable=$(cat variable)
}

# begin POLICY BUFFER N_CALLS: the program, in the background: $program
begin() {
	env "$variable" FXTRACE_ON_FULL="$1" FXTRACE_BUFFER="$2" \
		FXTRACE_CALLS=lseek,getenv LD_PRELOAD="$lib" \
		sh program "$sequence" "$3" >got.out 2>got.err &
	program=$!
}

# unchanged N_CALLS: waits for it
unchanged() {
	local status
	wait $program
	status=$?
	printf '6 %d 4 %d 0\n3\n2\n1\n' "$1" $(($1 / 8)) | cmp - got.out &&
		echo 'to stderr' | cmp - got.err && [ $status = 7 ] && return
	echo "status $status"
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

# lost: in all archives
lost() {
	local archive
	for archive in a*.fxt; do
		"$fxtrace" info "$archive"
	done | awk '$1 == "lost:" { n += $2 } END { print n + 0 }'
}

# numbered: the numbered calls of all archives: the program's shell calls getenv,
# too; who cannot reach the manager for a second writes its own
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
	begin "${policies[$1 % 2]}" "${buffers[$1 % 3]}" 8000
	sleep "0.$(printf '%03d' $((RANDOM % 120)))"
	kill -KILL $manager
	wait $manager 2>/dev/null
	unchanged 8000 || return
	[ -s a.fxt ] || return 0 # before its first write
	echo written >>killed.runs
	whole a.fxt
}

full() { # I
	rm -f small/*
	head -c $((RANDOM % 120 * 8192)) /dev/zero >small/ballast
	start_manager small/a.fxt
	begin "${policies[$1 % 2]}" "${buffers[$1 % 3]}" 8000
	# shellcheck disable=SC2015
	unchanged 8000 && wait_for_end && whole small/a.fxt || return
	grep -q 'No space left' manager.err && echo full >>full.runs
	return 0
}

wait_for_end() {
	wait $manager
	[ $? -le 1 ] && return
	cat manager.err
	return 1
}

# stopped POLICY: for five seconds, from a moment on that the program runs
stopped() {
	local began=$SECONDS
	rm -f a*.fxt
	start_manager a.fxt
	begin "$1" 256K 40000
	sleep 0.02
	kill -STOP $manager
	sleep 5
	kill -0 $program 2>/dev/null && echo waits || echo ended
	kill -CONT $manager
	unchanged 40000 && wait_for_end && whole a.fxt || return
	[ $((SECONDS - began)) -lt 60 ]
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

plan 8
many 100 'a hundred kills of the manager change no program' killed
[ "$(wc -l <killed.runs)" -gt 20 ]
ok $? 'and many leave an archive, which is whole' || wc -l killed.runs | note

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

made=$(n_made 40000)
stopped block >run.out 2>&1
ok $? 'a manager that is stopped for five seconds changes no program' ||
	note <run.out
is "$(head -n 1 run.out) $(numbered) $(lost)" "waits $made 0" \
	'which waits for it, and loses nothing'
stopped drop >run.out 2>&1
ok $? 'nor does it change one that shall not wait' || note <run.out
kept=$(numbered)
n_lost=$(lost)
is "$((kept + n_lost)) $((n_lost > 0))" "$made 1" \
	'whose losses are told to the call' ||
	note <<<"$(head -n 1 run.out): $kept and $n_lost"
