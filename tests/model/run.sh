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
		"${CC:-cc}" "$optimize" -w -DSAFETY -DCOLLAPSE -DVECTORSZ=1024 \
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
	local name=$1 optimize=-O1
	shift
	verify "$@"
	ok $? "$name"
	numbers
	grep -E '^pan:[0-9]|Error|error:' pan.out | note
}

# caught NAME MODEL CALLS FLAG...
caught() {
	case $1 in *"$pattern"*) ;; *) return ;; esac
	local name=$1 optimize=-O0 # mostly found before -O1 would be done
	shift
	verify "$@"
	[ $? = 1 ]
	ok $? "caught: $name" || tail -n 5 pan.out | note
	grep -E '^pan:[0-9]' pan.out | tee -a violations | note
}

small='-DUNITS=1'
whole='-DWHOLE_BUFFERS'
laps='-DMAX_SEQUENCE=4'

# What must hold. A signal comes at any step of thread 0.
holds 'circular: two writers' circular 2,2,0
holds 'circular: two writers, whole buffers' circular 2,3,0 $whole
holds 'circular: a writer with a handler, and another' circular 1,1,3 $small
holds 'circular: a finisher, two writers' circular 2,1,0 $whole -DFINISHES
holds 'circular: a finisher, a writer with a handler' circular 2,0,1 -DFINISHES
holds 'circular: writers that fence' circular 2,3,0 $whole -DFENCES
holds 'circular: word by word' circular 1,1,0 -DFINE
holds 'streaming: two writers' streaming 1,1,0 $laps
holds 'streaming: two writers, whole buffers' streaming 1,2,0 $whole $laps
holds 'streaming: a writer with a handler' streaming 2,0,2 $laps
holds 'streaming: a handler that fills many laps' streaming 3,0,4 $small
holds 'streaming: the manager dies' streaming 2,0,1 $laps -DMANAGER_DIES
holds 'streaming: the process ends in order' streaming 1,1,0 $small -DFLUSHES \
	-DMAX_SEQUENCE=3
holds 'streaming: word by word' streaming 2,0,1 $laps -DFINE
holds 'standby: two managers are killed' standby 0,0,0
holds 'standby: a manager is stopped, and goes on' standby 0,0,0 -DSTOPS -DKILLS=1

# What must not.
caught 'circular: no barrier before a turn' circular 2,3,0 $whole -DNO_BARRIER
caught 'circular: writers do not fence' circular 2,3,0 $whole -DFENCES -DNO_FENCE
caught 'circular: no barrier in the finisher' circular 2,1,0 $whole -DFINISHES \
	-DNO_BARRIER
caught 'circular: pinned spans are handed out' circular 2,3,0 $whole -DNO_PINS
caught 'circular: the last turn is not reported before the next' circular \
	2,3,0 $whole -DNO_REPORT
caught 'circular: the same, and pins are not looked for' circular 1,1,3 $small \
	-DNO_REPORT -DONLY_TORN
caught 'circular: the last turn is reported behind the closing' circular 2,1,0 \
	$whole -DFINISHES -DREPORT_BEHIND
caught 'circular: live is not looked at again' circular 2,3,0 $whole -DNO_RECHECK
caught 'circular: the stamp first' circular 1,1,0 -DFINE -DSTAMP_FIRST
caught 'circular: the header first' circular 1,1,0 -DFINE -DHEADER_FIRST
for mutant in 'no barrier:NO_BARRIER' 'slots are not looked at:NO_LOOK' \
	'held spans are handed out:NO_HELD' \
	'a held span is copied, then looked at:COPIES_FIRST' \
	'live is not looked at again:NO_RECHECK' \
	'requested before it is revoked:LIVE_LAST' \
	'a turn into a buffer that is not saved:NEVER_REQUESTS_FREE' \
	'waits with a gap, though there is space:WAITS_FOR_LIVE' \
	'counts the answers behind its check for space:SEEN_LATE'; do
	caught "streaming: ${mutant%:*}" streaming 1,2,0 $whole $laps \
		"-D${mutant#*:}"
done
caught 'streaming: free by what was reported, a wait' streaming 1,2,0 $laps \
	-DBY_LAP_FIRST
caught 'streaming: free by what was reported, a lap lost' streaming 3,0,4 $small \
	-DBY_LAP_FIRST -DONLY_KEPT
caught 'streaming: requested by others before it is revoked' streaming 1,0,2 \
	$whole -DTHIRD -DFLUSHES -DNO_LIVE_HELP -DMAX_SEQUENCE=2
caught 'streaming: no thread requests for the interrupted' streaming 3,0,4 $small \
	-DNO_HELP
caught 'streaming: no thread rings for the interrupted' streaming 3,0,4 $small \
	-DRING_ONCE
caught 'streaming: a call that finds no space is dropped' streaming 2,0,2 $laps \
	-DDROPS
caught 'streaming: waits for a dead manager' streaming 2,0,1 $laps \
	-DMANAGER_DIES -DWAITS_FOR_DEAD
caught 'streaming: the end does not wait' streaming 1,1,0 $small -DFLUSHES \
	-DMAX_SEQUENCE=3 -DFLUSHES_ONCE
caught 'streaming: the stamp first' streaming 2,0,1 $laps -DFINE -DSTAMP_FIRST
caught 'streaming: the header first' streaming 2,0,1 $laps -DFINE -DHEADER_FIRST
for mutant in 'the file is not cut:NO_CUT' \
	'the journal is not repeated:NO_REDO' \
	'joins are answered before the standby has them:ANSWERS_FIRST' \
	'a save is committed before it is written:COMMITS_FIRST' \
	'space is freed before it is written:FREES_FIRST'; do
	caught "standby: ${mutant%:*}" standby 0,0,0 "-D${mutant#*:}"
done
caught 'standby: a stopped manager is not killed' standby 0,0,0 -DSTOPS \
	-DKILLS=1 -DNO_KILL

# An assertion that no mutant violates says nothing. pan prints them with all
# indexes worked out: those of arrays are left off.
if [ -z "$pattern" ]; then
	is "$(sed -nE 's/.*assertion violated (.*) \(at depth.*/\1/p' violations |
		sed -E 's/\[.*\]//g; s/>[0-9]+\)$/)/' | sort -u | wc -l)" \
		"$(cat "$model"/*.pml | grep -c 'assert(')" \
		'every assertion is violated by a mutant'
fi
echo "1..$n_tests"
