#!/bin/bash
# SPDX-License-Identifier: MIT
# Threads, signals, jumps, forks and kills at random, in buffers that are too
# small. The manager is stopped now and then, onto slow and full disks. Every
# call that returned is in the archive, once and in order, or counted.
#	SEEDS=n tests/stress/mixed.t
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/sequence.sh"
mixed=$b/tests/hazard/mixed
seeds=${SEEDS:-120}
export FXTRACE_CALLS=lseek,getenv
sizes=(64K 128K 256K 1M 4M)

# begin SEED HOW...: in a session of its own, the archive to the manager's
# standard output
begin() {
	rm -f work line.out
	env "$variable" FXTRACE_ON_FULL="$policy" \
		FXTRACE_BUFFER="${sizes[$1 % 5]}" FXTRACE_MODE=streaming \
		LD_PRELOAD="$lib" "$mixed" run work "$@" >line.out 2>err.out &
	program=$!
}

# manage COMMAND: a manager whose archive goes through COMMAND to a.fxt
manage() {
	: >variable
	rm -f pipe && mkfifo pipe
	eval "$1" <pipe >a.fxt &
	"$fxtrace" manager -q --until-empty -o - 2>variable >pipe &
	manager=$!
	until grep -q '^FXTRACE_SESSION=' variable; do sleep 0.01; done
	variable=$(grep -o '^FXTRACE_SESSION=.*' variable)
}

# slowly: copies, some 10 MB a second
slowly() {
	while dd bs=64k count=1 iflag=fullblock status=none of=piece &&
		[ -s piece ]; do
		cat piece
		sleep 0.005
	done
}

# disturb: stops the manager for moments, until the program has ended
disturb() {
	while kill -0 $program 2>/dev/null; do
		kill -STOP "$manager" 2>/dev/null
		sleep "0.0$((RANDOM % 9))"
		kill -CONT "$manager" 2>/dev/null
		sleep "0.0$((RANDOM % 9))"
	done
}

# whole: a.fxt is, and says what it has lost: $lost
whole() {
	"$fxtrace" info a.fxt >info.out 2>&1 &&
		! grep -E '^(stray|damaged|undefined)' info.out || return
	lost=$(awk '$1 == "lost:" { n += $2 } END { print n + 0 }' info.out)
}

# checked all|some: a.fxt against what was done, to check.out; from a pipe
checked() {
	# shellcheck disable=SC2002
	cat a.fxt | "$fxtrace" dump - 2>dump.err | numbered |
		cut -d ' ' -f 2- | "$mixed" check work "$1" >check.out && return
	cat check.out dump.err
	return 1
}

# said SEED: the program said what it says by itself, unless it was killed
said() {
	[ -s line.out ] || return 0
	rm -f alone
	"$mixed" run alone "$1" | cmp - line.out
}

# round SEED: everything at once, nothing lost
round() {
	local disks=(slowly '(sleep 0.3; cat)' cat cat)
	policy=block
	manage "${disks[$1 % 4]}"
	begin "$1" jumps kills
	[ $(($1 % 3)) = 0 ] && disturb
	wait
	whole && [ "$lost" = 0 ] && checked all && said "$1"
}

# drop SEED: the same, but calls may be dropped: the recorded and the counted
# are all
drop() {
	policy=drop
	manage '(sleep 0.2; cat)'
	begin "$1"
	[ $(($1 % 2)) = 0 ] && disturb
	wait
	whole && checked some && said "$1" || return
	read -r seen _ begun <check.out
	echo "$seen recorded, $lost lost, $begun made"
	[ $((seen + lost)) = "$begun" ]
}

# fill SEED: onto a disk that is full after a while
fill() {
	policy=block
	rm -f full/*
	: >variable
	"$fxtrace" manager -q --until-empty -o "$tmp/full/a.fxt" 2>manager.err \
		>>variable &
	until grep -q '^FXTRACE_SESSION=' variable; do sleep 0.01; done
	variable=$(cat variable)
	manager=$!
	begin "$1" jumps kills
	disturb
	wait
	cp full/a.fxt a.fxt
	whole && checked some && said "$1"
}

# rounds NAME FUNCTION N: one test: FUNCTION SEED of so many seeds
rounds() {
	local bad=0 seed why
	for seed in $(seq "$3"); do
		why=$("$2" "$seed" 2>&1) || {
			bad=$((bad + 1))
			echo "seed $seed: $why" | note
		}
	done
	[ $bad = 0 ]
	ok $? "$1"
}

plan 3
rounds 'nothing that returned is missing, twice or in disorder' round "$seeds"
rounds 'where calls are dropped, the recorded and the counted are all' drop $((seeds / 4))
mkdir full
if mount -t tmpfs -o size=1m none full 2>/dev/null; then
	rounds 'onto a full disk: what is there is whole and in order' fill \
		$((seeds / 8))
	umount full
else
	skip 'no tmpfs to be had' 'onto a full disk: what is there is whole'
fi
