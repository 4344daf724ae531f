#!/bin/bash
# SPDX-License-Identifier: MIT
# Many threads: all are recorded, and each has its name.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/crowd

# named N: of the last run, N calls with a number, each by the thread of that name
named() {
	"$fxtrace" dump --json fxt/crowd.*.fxt | awk -v n="$1" '
		match($0, /"name":"[0-9]+"/) {
			number = substr($0, RSTART + 8, 8) + 0
			if (index($0, "\"thread\":\"w" number "\"")) n_right++
			else if (!n_wrong++) print $0
		}
		END {
			if (n_right != n) print n_right + 0, "are right, not", n
			exit n_right != n || n_wrong > 0
		}'
}

# crowd NAME MODE N_AT_ONCE N_ROUNDS
crowd() {
	local out
	out=$(export FXTRACE_MODE=$2 FXTRACE_CALLS=getenv,pthread_setname_np
		traced "$program" "$3" "$4" >got.out || exit
		"$fxtrace" info fxt/crowd.*.fxt | grep '^lost' && exit 1
		named $(($3 * $4)))
	ok $? "$1" || note <<<"$out"
}

plan 7
for mode in oneshot circular streaming; do
	crowd "$mode: 4,000 threads, one after the other, have their names" \
		$mode 1 4000
	crowd "$mode: 2,500 at once do, too" $mode 2500 1
done

# each time the manager answers, all of them want the space that there is
out=$(FXTRACE_MODE=streaming FXTRACE_BUFFER=64K \
	"$fxtrace" record -q -o wait.fxt "$program" 2500 1 2>&1)
is "$? $out $("$fxtrace" info wait.fxt | grep -E '^(lost|unfinished)')" '0 2500 ' \
	'2,500 that wait for a small buffer leave the manager time to work'
