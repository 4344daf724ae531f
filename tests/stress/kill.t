#!/bin/bash
# SPDX-License-Identifier: MIT
# Whenever a program is killed, what it leaves can be read and recovered.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
set -o pipefail

# dump ARCHIVE: its calls, in no order: a better clock rate may turn two of
# the same nanosecond around
dump() {
	"$fxtrace" dump --stable "$1" >dump.out 2>>err.out &&
		sed 's/^[0-9]* //' dump.out | sort
}

# survives ARCHIVE: it can be dumped and recovered, and is the same then
survives() {
	dump "$1" >before.out || return
	cp --sparse=always "$1" copy.fxt
	"$fxtrace" recover copy.fxt >recover.out 2>>err.out || return
	dump copy.fxt >after.out || return
	cmp before.out after.out >>err.out && return
	diff before.out after.out | head -n 5 >>err.out
	return 1
}

# after_kills N NAME COMMAND...: N runs, each killed 0 to 250 ms after its start
after_kills() {
	local n=$1 name=$2 i archive status=0
	shift 2
	for ((i = 0; i < n && status == 0; i++)); do
		rm -rf fxt && mkdir fxt
		# `setsid` so that its children die with it.
		FXTRACE_OUTPUT=$tmp/fxt/ setsid env LD_PRELOAD="$lib" "$@" \
			>/dev/null 2>&1 &
		sleep "0.$(printf '%03d' $((RANDOM % 250)))"
		kill -KILL -- -$! 2>/dev/null || kill -KILL $! 2>/dev/null
		wait $! 2>/dev/null
		for archive in fxt/*.fxt; do
			[ -e "$archive" ] || break
			# Killed before its first word was written
			[ "$(head -c 8 "$archive" | tr -d '\0')" ] || continue
			: >err.out
			survives "$archive" || status=1
			[ $status = 0 ] && continue
			echo "run $i, $archive" | note
			note <err.out
			break
		done
	done
	ok $status "$name"
}

plan 4
after_kills 25 'a program that makes one call for ever' \
	sh -c "head -c 1024 /dev/zero >c; exec '$b/tests/hazard/kill' c 3"
after_kills 25 'forks under the load of threads' "$b/tests/hazard/threads" forks
after_kills 25 'a walk over the file system' find / -xdev
after_kills 20 'a shell that starts programs' \
	bash -c 'while :; do ls / | sort | head -n 2; done'
