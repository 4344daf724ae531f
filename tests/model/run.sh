#!/bin/bash
# SPDX-License-Identifier: MIT
# Verifies the models with Debian's spin, exhaustively, and shows that they can
# fail: each mutant leaves one step of the protocol out and must be caught. TAP;
# `make model` is this. Needs spin and a C compiler, 4 GB and some minutes.
#   run.sh [PATTERN]   only the runs whose name contains it
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
model=$tests/model
pattern=${1-}
seconds=240
max_mb=4000

command -v spin >/dev/null || {
	echo '1..0 # SKIP spin is not installed (Debian: apt install spin)'
	exit 0
}

# verify MODEL CALLS FLAG...: pan's output into pan.out. CALLS: how many the two
# threads and the handler make, a,b,c. 0: searched to the end without an error;
# 1: an error; 2: neither, which is no result
verify() {
	local a b c
	IFS=, read -r a b c <<<"$2"
	mkdir -p run && rm -f run/* && cp "$model"/*.pml run/ && cd run || return 2
	local file=$1
	shift 2
	spin -DSTORES=5 -DCALLS_0="$a" -DCALLS_1="$b" -DCALLS_HANDLER="$c" \
		"$@" -a "$file.pml" >../pan.out 2>&1 &&
		"${CC:-cc}" -O1 -w -DSAFETY -DCOLLAPSE -DVECTORSZ=1024 \
			-DMEMLIM=$max_mb -o pan pan.c >>../pan.out 2>&1 &&
		timeout $seconds ./pan -m500000 >>../pan.out 2>&1
	cd ..
	grep -q 'errors: [1-9]' pan.out && return 1
	grep -q 'errors: 0' pan.out && ! grep -qE \
		'Search not completed|max search depth too small' pan.out &&
		return 0
	return 2
}

numbers() {
	sed -nE 's/^ *([0-9]+) states, stored.*/\1 states/p
		s/^pan: elapsed time (.*) seconds/\1 s/p' pan.out |
		paste -sd' ' | note
}

# holds NAME MODEL CALLS FLAG...
holds() {
	case $1 in *"$pattern"*) ;; *) return ;; esac
	local name=$1
	shift
	verify "$@"
	ok $? "$name"
	numbers
	grep -E '^pan:[0-9]|Error|error:' pan.out | note
}

# caught NAME MODEL CALLS FLAG...
caught() {
	case $1 in *"$pattern"*) ;; *) return ;; esac
	local name=$1
	shift
	verify "$@"
	[ $? = 1 ]
	ok $? "caught: $name" || tail -n 5 pan.out | note
	grep -E '^pan:[0-9]' pan.out | tee -a violations | note
}

# What must hold. A signal comes at any step of thread 0.
holds 'circular: two writers' circular 2,2,0
holds 'circular: a writer with a handler, and another' circular 1,1,1 -DUNITS=1 \
	-DMAX_SEQUENCE=5
holds 'circular: a finisher, and two writers' circular 1,1,0 -DFINISHES
holds 'circular: a finisher, a writer with a handler' circular 2,0,1 -DFINISHES
holds 'circular: writers that fence' circular 1,1,0 -DFENCES -DFINISHES
holds 'circular: word by word' circular 1,1,0 -DFINE
holds 'streaming: two writers' streaming 1,1,0 -DMAX_SEQUENCE=4
holds 'streaming: two writers in whole buffers' streaming 1,2,0 -DWHOLE_BUFFERS \
	-DMAX_SEQUENCE=4
holds 'streaming: a writer with a handler' streaming 2,0,2 -DMAX_SEQUENCE=4
holds 'streaming: a handler in small buffers' streaming 3,0,2 -DUNITS=1 \
	-DMAX_SEQUENCE=6
holds 'streaming: the manager dies' streaming 2,0,1 -DMAX_SEQUENCE=4 \
	-DMANAGER_DIES
holds 'streaming: the process ends in order' streaming 1,1,0 -DUNITS=1 \
	-DMAX_SEQUENCE=3 -DFLUSHES
holds 'streaming: word by word' streaming 2,0,1 -DMAX_SEQUENCE=4 -DFINE

# What must not.
caught 'circular: no barrier before a turn' circular 2,3,0 -DNO_BARRIER
caught 'circular: no barrier in the finisher' circular 1,2,0 -DNO_BARRIER \
	-DFINISHES
caught 'circular: pinned spans are handed out' circular 2,3,0 -DNO_PINS
caught 'circular: the last turn is not told of before the next' circular 2,3,0 \
	-DNO_TELL
caught 'circular: the same, and a lap begun without a look at pins' circular \
	1,3,1 -DNO_TELL -DONLY_TORN
caught 'circular: told of behind the closing' circular 1,2,0 -DTELL_BEHIND \
	-DFINISHES
caught 'circular: live is not looked at again' circular 2,3,0 -DNO_RECHECK
caught 'circular: the stamp first' circular 1,1,0 -DFINE -DSTAMP_FIRST
caught 'circular: the header first' circular 1,1,0 -DFINE -DHEADER_FIRST
caught 'streaming: no barrier' streaming 1,2,0 -DMAX_SEQUENCE=4 -DNO_BARRIER
caught 'streaming: the manager does not look at slots' streaming 1,2,0 \
	-DMAX_SEQUENCE=4 -DNO_LOOK
caught 'streaming: held spans are handed out' streaming 1,2,0 -DMAX_SEQUENCE=4 \
	-DNO_HELD
caught 'streaming: a held span is copied, then looked at' streaming 1,2,0 \
	-DMAX_SEQUENCE=4 -DCOPIES_FIRST
caught 'streaming: live is not looked at again' streaming 1,2,0 \
	-DMAX_SEQUENCE=4 -DNO_RECHECK
caught 'streaming: asked for before it is revoked' streaming 1,2,0 \
	-DMAX_SEQUENCE=4 -DLIVE_LAST
caught 'streaming: asked for by others before it is revoked' streaming 1,0,2 \
	-DTHIRD -DWHOLE_BUFFERS -DMAX_SEQUENCE=2 -DFLUSHES -DNO_LIVE_HELP
caught 'streaming: a turn into a buffer that is not saved' streaming 1,2,0 \
	-DMAX_SEQUENCE=4 -DNEVER_ASKS_FREE
caught 'streaming: free by what was told of, a wait' streaming 1,2,0 \
	-DMAX_SEQUENCE=4 -DBY_LAP_FIRST
caught 'streaming: free by what was told of, a lap lost' streaming 2,0,4 \
	-DUNITS=1 -DBY_LAP_FIRST -DONLY_KEPT
caught 'streaming: a call that finds no room is dropped' streaming 2,0,1 \
	-DMAX_SEQUENCE=4 -DDROPS
caught 'streaming: the end does not wait' streaming 1,1,0 -DUNITS=1 \
	-DMAX_SEQUENCE=3 -DFLUSHES -DFLUSHES_ONCE
caught 'streaming: nobody asks for the interrupted' streaming 2,0,2 -DUNITS=1 \
	-DMAX_SEQUENCE=5 -DNO_HELP
caught 'streaming: nobody rings for the interrupted' streaming 2,0,2 -DUNITS=1 \
	-DMAX_SEQUENCE=5 -DRING_ONCE
caught 'streaming: waits with a gap, though there is room' streaming 1,2,0 \
	-DMAX_SEQUENCE=4 -DWAITS_FOR_LIVE -DSEEN_LATE
caught 'streaming: looks at the answers behind the room' streaming 1,2,0 \
	-DMAX_SEQUENCE=4 -DSEEN_LATE
caught 'streaming: waits for a dead manager' streaming 1,1,0 -DMAX_SEQUENCE=4 \
	-DMANAGER_DIES -DWAITS_FOR_DEAD
caught 'streaming: the stamp first' streaming 1,1,0 -DFINE -DSTAMP_FIRST \
	-DMAX_SEQUENCE=4
caught 'streaming: the header first' streaming 1,1,0 -DFINE -DHEADER_FIRST \
	-DMAX_SEQUENCE=4

# An assertion that no mutant violates says nothing. pan prints them with all
# indexes worked out: those of arrays are left off.
if [ -z "$pattern" ]; then
	is "$(sed -nE 's/.*assertion violated (.*) \(at depth.*/\1/p' violations |
		sed -E 's/\[.*\]//g; s/>[0-9]+\)$/)/' | sort -u | wc -l)" \
		"$(cat "$model"/*.pml | grep -c 'assert(')" \
		'every assertion is violated by a mutant'
fi
echo "1..$n_tests"
