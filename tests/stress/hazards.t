#!/bin/bash
# SPDX-License-Identifier: MIT
# The programs of the hazard tests again and again. A round runs each of them
# once, in random order, in a mode, with a buffer and with functions that the
# round's seed draws. None may crash, hang or do anything else than without the
# recorder. Whatever it leaves is a whole archive that reports its losses.
#	ROUNDS=n SEED=n SHARE=n tests/stress/hazards.t
#
# The first round has the seed SEED, each further one the next number. A failure
# is reported with the seed, so that ROUNDS=1 SEED=n repeats it. With SHARE a
# round runs only a part of the programs, 1/n of them.
#
# Some programs are left out, since other tests run them. They must be talked
# to, stopped or killed meanwhile (restart, orphan, kill, `crash wait`). They
# start another one under a library (old_kernel) or are built in several ways
# (variants). They print times or the recorder's share of something (vforks,
# most of stacks). `circular flush` and `step wide` take as long as many others.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
rounds=${ROUNDS:-1000}
first_seed=${SEED:-1}
share=${SHARE:-1}
n_lanes=2
limit_s=60 # for a program that takes milliseconds, on a machine that is busy
hazard=$b/tests/hazard
unset FXTRACE_MODE
reachable

# One per line: how it is judged, and the program with its arguments.
#   .  status, output and error output are the same
#   =  and it always makes as many calls: those recorded and those counted are all of them
#   s  status only: the output counts instructions, or handlers that ran
cat >cases.in <<'END_OF_CASES'
= absent by_default
= absent error
= absent loaded
= absent again
. async
. childless
. children cold
. children warm
. children raw
. children daemon
. children storm
. circular blocked 20000
. circular killed 20000
. circular waiting 20000
. circular left 20000
. circular exec 20000 1000
. circular late 20000 1000
. circular large 20000 100000
. cleared
= contexts turns
= contexts inside
= contexts below
= jumps nested above
= jumps nested below
= jumps plain above
= jumps plain below
= jumps hidden above
= jumps hidden below
= jumps visits above
= jumps visits below
= jumps same above
= jumps same below
= jumps turns above
= jumps turns below
= jumps gone above
= jumps gone below
= jumps jumped above
= jumps jumped below
= jumps jumped_turns above
= jumps jumped_turns below
= jumps bare_turns above
= jumps bare_turns below
= splits
. crash store
. crash call
. crash callback
. crowd 3000 1
. crowd 1 3000
. ctor return
. ctor exit
. ctor _exit
. ctor abort
. disturbed 8
. dlsym runpath
. dlsym deepbind
. dlsym namespace
. dlsym next
. dlsym next_of_program
. dlsym by_default
. dlsym by_handle
. dlsym by_version
. dlsym same_by_handle
. dlsym around
. dlsym origin
. dlsym again
. dlsym error
. dlerror
. dlsym foreign
. exits quick_exit
. exits _Exit
. exits syscall
. exits instruction
. exits kill
. exits crash
. exits exec
. exits pthread_exit
. exits other_thread
. fds first_free
. fds close_all
. fds close_output
. fds take_numbers
. fds change_root
. fds drop_rights
. fds limit_descriptors
. flows fork
. flows _Fork
. flows nested
. flows at_fork
. flows vfork
. flows silent_vfork
. flows spawn
. flows threads 20
. flows early
. flows overlapping
. flows used_again
. flows mixed
. frames backtrace
. frames error
. frames err
. frames assert
. frames quick_exit
= frames strfmon
. frames clone
= frames words
= frames cookie
= handler small
. handler storm counts 200
. heap
= ifunc
. large
. limits memory
. limits files
. locks around_fork
. locks at_thread_exit
. locks cancelled
. locks of_c11
. locks by_libc
. locks called_back
. mapped sync mapped.data
. mapped many mapped.data
. mixed run file 7
. mixed run file 9 jumps
. narrow
= objects
= plain weak
. plain streams
. plain itself
. sandbox strict 100
. sandbox prctl 1000
. sandbox prctl_by_syscall 100
. sandbox seccomp 100
. sequence 2000 3 2 2
s sequence 2000 3 2 0 timer
. signalled 3000
. stacks none
s step leaf return 499 2
s step pair jump 499 1
s step thrice fork 499 1
= strings path /etc/passwd
= strings names 2000 2
= strings flags
. strings storm counts
= sysv
. threads small_stacks
. threads key_destructors
. threads forks 3
. threads names
. threads at_once
. threads many
= versions
. vfork children
. vfork failed_exec
. vfork spawn
. vfork shell
. vfork after
. watched
. odd environment
. odd sense
. odd nested
. odd overflow
. odd thrown
. odd back
. odd exec
. odd sharing
. odd waiting
. odd elsewhere
. odd powerless
. opengl egl none nowhere
. opengl glx none
. opengl es null nowhere
. opengl gl negative nowhere
. opengl es after
. opengl gl length nowhere
. opengl es huge nowhere
. unwind exception
. unwind longjmp
. unwind siglongjmp
. unwind cancel
. unwind pthread_exit
. unwind errno
. unwind cancel_anywhere
. unwind thread_local
END_OF_CASES
# where these crash by themselves, as jumps.t says
("$hazard/splits"; exit $?) >/dev/null 2>&1 || sed -i '/^= splits$/d' cases.in
mapfile -t cases <cases.in
modes=(oneshot circular streaming record-streaming record-circular)
sizes=(64K 256K 1M 4M)
choices=('' '+*')

# count_cores: those that the program has left in its folder, to $n_cores
count_cores() {
	local cores=(core*)
	n_cores=0
	[ ! -e "${cores[0]}" ] || n_cores=${#cores[@]}
}

# fresh FOLDER: an empty one, made current
fresh() {
	rm -rf "$1" && mkdir -p "$1/fxt" && cd "$1" || exit 1
}

# natively CASE: what its program does by itself, to $tmp/want/CASE/
natively() {
	local want=$tmp/want/$1 how program arguments
	read -r how program arguments <<<"${cases[$1]}"
	mkdir -p "$want"
	fresh "$tmp/alone"
	# shellcheck disable=SC2086
	(timeout $limit_s "$hazard/$program" $arguments >"$want/out" \
		2>"$want/err" </dev/null; echo $? >status) 2>alone.err
	count_cores
	echo "$(<status) $n_cores" >"$want/status"
}

# draw: mode, size, choice and what to do when full, from the round's seed
draw() {
	mode=${modes[RANDOM % ${#modes[@]}]}
	size=${sizes[RANDOM % ${#sizes[@]}]}
	choice=${choices[RANDOM % ${#choices[@]}]}
	full=block
	[ $((RANDOM % 4)) = 0 ] && full=drop
	is_dumped=$((RANDOM % 32 == 0))
}

# record WORD...: here, as drawn, archives to fxt/; status of the program
record() {
	local how=(env LD_PRELOAD="$lib" FXTRACE_OUTPUT="$PWD/fxt/")
	[[ $mode != record-* ]] || how=("$fxtrace" record -q -o fxt/a.fxt --)
	FXTRACE_MODE=${mode#record-} FXTRACE_BUFFER=$size \
		FXTRACE_CALLS=$choice FXTRACE_ON_FULL=$full \
		timeout $limit_s "${how[@]}" "$@" </dev/null
}

# inform ARCHIVE: what `info` says of it, behind what it said of others: $info
inform() {
	local one
	one=$("$fxtrace" info -n 1 "$1" 2>&1) || {
		# killed, and no manager was there to finish it
		[ "$mode" = circular ] && "$fxtrace" recover "$1" >recover.out 2>&1 &&
			one=$("$fxtrace" info -n 1 "$1" 2>&1)
	} || why="$1: ${one##*$'\n'}"
	info+=$'\n'$one
}

# read_all: each archive can be read, and is whole; else says $why not
read_all() {
	local archive
	info='' why=''
	for archive in fxt/*.fxt; do
		[ -e "$archive" ] || why='there is none'
		[ "$why" ] || inform "$archive"
	done
	[[ ! $info =~ $'\n'((stray|damaged|undefined|truncated)[^$'\n']*) ]] ||
		why=${BASH_REMATCH[1]}
	[ ! "$why" ]
}

# count_calls: of what `info` said, those that it has and those that it counts
# as lost, to $n_calls
count_calls() {
	n_calls=$(awk '/^(calls|lost|overwritten):/ { n += $2 }
		END { print n + 0 }' <<<"$info")
}

# has_all CASE: of calls whose number is known
has_all() {
	local made=$tmp/made/$1.$choice
	[ -e "$made" ] || return 0
	count_calls
	[ "$n_calls" = "$(<"$made")" ] && return
	why="$n_calls calls recorded or counted, not $(<"$made")"
	return 1
}

# judged CASE: the archives; who was killed or dropped calls does not wait for
# the manager, which may still write
judged() {
	local tries=0
	until read_all && has_all "$1" && { [ $is_dumped = 0 ] || dumped; }; do
		if [ "$mode" != streaming ] || [ $((tries += 1)) -gt 100 ]; then
			echo "$why"
			return 1
		fi
		sleep 0.05
	done
}

# dumped: `dump` can read each archive; else says $why not
dumped() {
	local archive
	for archive in fxt/*.fxt; do
		"$fxtrace" dump "$archive" 2>&1 >/dev/null | head -n 3 >why.out
		[ ! -s why.out ] && continue
		why="dump $archive: $(cat why.out)"
		return 1
	done
}

# alike CASE HOW STATUS: what the program did
alike() {
	local want=$tmp/want/$1 name
	count_cores
	if [ "$3 $n_cores" != "$(<"$want/status")" ]; then
		echo "status and cores $3 $n_cores, not $(<"$want/status")"
		return 1
	fi
	[ "$2" != s ] || return 0
	for name in out err; do
		cmp -s $name "$want/$name" && continue
		echo "$name: $(diff $name "$want/$name" | head -n 5)"
		return 1
	done
}

# try CASE FOLDER: once, as drawn
try() {
	local how program arguments
	read -r how program arguments <<<"${cases[$1]}"
	fresh "$2"
	# shellcheck disable=SC2086
	record "$hazard/$program" $arguments >out 2>err
	alike "$1" "$how" $? && judged "$1"
}

# shuffled: the numbers of all cases, into $order
shuffled() {
	local i other swap
	order=("${!cases[@]}")
	for ((i = ${#order[@]} - 1; i > 0; i--)); do
		other=$((RANDOM % (i + 1)))
		swap=${order[i]}
		order[i]=${order[other]}
		order[other]=$swap
	done
}

# one_round SEED FOLDER: what went wrong to standard output
one_round() {
	local i out status
	RANDOM=$1
	shuffled
	for i in "${order[@]::${#order[@]} / share}"; do
		draw
		out=$(try "$i" "$2.$i")
		status=$?
		# what a program has left running has no other's place
		rm -rf "$2.$i" 2>"$tmp/rm.err"
		[ $status = 0 ] && continue
		echo "seed $1: ${cases[i]:2} ($mode, $size, '$choice', $full): $out"
	done
}

# lane N: each n_lanes'th round
lane() {
	local i
	for ((i = $1; i < rounds; i += n_lanes)); do
		one_round $((first_seed + i)) "$tmp/lane$1"
		echo $((first_seed + i)) >>"$tmp/done$1"
	done
}

# count_made CASE CHOICE: with space for all
count_made() {
	mode=oneshot size=64M full=block is_dumped=0 choice=$2
	try "$1" "$tmp/alone" >"$tmp/why.out" && count_calls &&
		echo "$n_calls" >"$tmp/made/$1.$choice"
}

plan 2
mkdir "$tmp/want" "$tmp/made"
n_bad=0
for i in "${!cases[@]}"; do
	natively "$i"
	[ "${cases[i]:0:1}" = = ] || continue
	for choice in "${choices[@]}"; do
		count_made "$i" "$choice" && continue
		n_bad=$((n_bad + 1))
		echo "${cases[i]:2}: $(cat "$tmp/why.out")" | note
	done
done
ok $n_bad 'programs make their calls where there is space for all'
for ((lane = 0; lane < n_lanes; lane++)); do
	lane $lane >"$tmp/bad$lane" 2>&1 &
done
wait
sed 's/^/# /' "$tmp"/bad*
touch "$tmp/done"
n_done=$(cat "$tmp"/done* | wc -l)
[ "$n_done" = "$rounds" ] || echo "only $n_done rounds" | note
[ ! "$(cat "$tmp"/bad*)" ] && [ "$n_done" = "$rounds" ]
ok $? "$rounds rounds: every program as without, every archive whole"
