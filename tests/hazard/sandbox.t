#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that forbid themselves all system calls but write and exit. None of
# the recorder's kills them, and what they call is recorded or counted.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/sandbox
export FXTRACE_BUFFER=1M

# total: calls in the archive and calls that it says it lost
total() {
	"$fxtrace" info fxt/sandbox.*.fxt 2>&1 |
		awk '/^(calls|lost):/ { n += $2 } END { print n }'
}

# shut HOW NAME [N]: two tests in the mode of the moment, of N calls
shut() {
	local n=${3:-100}
	"$program" "$1" 1 >/dev/null 2>&1
	[ $? = 77 ] && skip 'no seccomp here' "$2" &&
		skip 'no seccomp here' 'its calls' && return
	same "$2" "$program" "$1" "$n"
	is "$(calls fxt/sandbox.*.fxt | grep -c 'getenv(name="BEHIND")')" "$n" \
		'and its calls are recorded'
}

# short NAME: of 100,000 calls there each is recorded or counted
short() {
	same "$1" "$program" prctl 100000
	is "$(total)" $((100000 + 10 + 5)) 'each call is recorded or counted'
}

# spacious NAME: the same with space for all of them
spacious() {
	FXTRACE_BUFFER=16M same "$1" "$program" prctl 100000
	is "$(calls fxt/sandbox.*.fxt | grep -c 'getenv(name="BEHIND")')" \
		100000 'none of its calls is lost'
}

plan 49
for mode in oneshot streaming circular; do
	export FXTRACE_MODE=$mode
	shut strict "$mode: a program goes into strict mode"
	shut prctl "$mode: another one filters its system calls"
	short "$mode: such a program calls more than there is space for"
	spacious "$mode: such a program calls much, and has space for it"
done
for mode in oneshot streaming; do
	export FXTRACE_MODE=$mode
	for how in vfork_exit vfork_exec; do
		shut $how "$mode: a vfork child shuts itself in ($how)" 5000
		is "$(calls fxt/sandbox.*.fxt | grep -c '"CHILD"')" 501 \
			'and those of the child are'
	done
	FXTRACE_BUFFER=512M shut refused "$mode: one is refused, again and again"
done
FXTRACE_MODE=streaming
shut prctl_by_syscall 'one filters them past the wrapper of prctl'
shut seccomp 'one by the system call of that name'
# Where a handler forks amid a record, the child's rest of it needs memory.
for mode in oneshot streaming; do
	export FXTRACE_MODE=$mode
	for how in fork raw; do
		traced "$b/tests/hazard/shut_forks" $how 37 >got.out 2>&1
		is "$? $(<got.out)" '0 some children, 0 killed' \
			"$mode: children of handlers in a sandbox live ($how)"
	done
done
FXTRACE_MODE=streaming
"$program" prctl 1 >/dev/null 2>&1
if [ $? = 77 ]; then
	skip 'no seccomp here' 'what was finished for it is not reported as killed'
else
	FXTRACE_MODE=oneshot "$fxtrace" record -o fxt/alone.fxt "$program" \
		prctl 10 >got.out 2>got.err
	is "$? $(grep -c 'was killed' got.err) $(grep -c 'alone.fxt: .* calls' got.err)" \
		'5 0 1' 'what was finished for it is not reported as killed'
fi
