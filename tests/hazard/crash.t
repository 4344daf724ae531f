#!/bin/bash
# SPDX-License-Identifier: MIT
# Debuggers: a core shows the program's own fault, and one may be attached to a
# recorded program or start one.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/crash
debug=(gdb -q -nx -batch -iex 'set debuginfod enabled off')

# frames FILE: the program's functions in a backtrace, from the inside
frames() {
	grep -oE '^#[0-9]+ .*' "$1" | grep -oE '(faulty_[a-z]+|main) \(' |
		tr -d ' (' | uniq | xargs
}

# crashes HOW FRAMES: two tests: of the core, and run in the debugger
crashes() {
	if [ ! -e can_dump ]; then
		skip 'no core here' "a core of '$1' shows where it was"
	else
		rm -f core*
		(ulimit -c unlimited && traced "$program" "$1") >out 2>&1
		"${debug[@]}" -ex bt "$program" core* >bt.out 2>&1
		is "$(frames bt.out)" "$2" "a core of '$1' shows where it was"
	fi
	rm -rf fxt && mkdir fxt
	"${debug[@]}" -ex 'set startup-with-shell off' \
		-ex "set environment LD_PRELOAD $lib" \
		-ex "set environment FXTRACE_OUTPUT $tmp/fxt/" \
		-ex run -ex bt -ex kill --args "$program" "$1" >bt.out 2>&1
	is "$(frames bt.out) $(calls fxt/crash.*.fxt |
		grep -c BEFORE_CRASH)" "$2 1" 'as does a debugger that started it'
}

plan 9
command -v gdb >/dev/null || {
	for i in 1 2 3 4 5 6 7 8 9; do skip 'no gdb here' "debugging $i"; done
	exit
}
(ulimit -c unlimited && "$program" store) >out 2>&1
ls core* >out 2>&1 && touch can_dump
crashes store 'faulty_store main'
crashes call 'faulty_call main'
crashes callback 'faulty_compare faulty_callback main'

# attached: one that is attached while a call waits, and goes away again
attached() {
	mkfifo bytes
	rm -rf fxt && mkdir fxt
	LD_PRELOAD=$lib FXTRACE_OUTPUT=$tmp/fxt/ "$program" wait <bytes >got.out &
	pid=$!
	exec 7>bytes
	until [ -s got.out ]; do sleep 0.02; done
	"${debug[@]}" -p $pid -ex bt -ex 'call (int)getpid()' -ex detach >bt.out 2>&1
	is "$(frames bt.out)" 'faulty_wait main' 'one that is attached sees where it is'
	printf y >&7
	exec 7>&-
	wait $pid
	is "$? $(xargs <got.out)" '0 waits got y' 'and the program goes on behind it'
	is "$(calls fxt/crash.*.fxt | grep -cE 'BEFORE_CRASH|getpid\(')" 11 \
		'its calls are recorded, those of the debugger included'
}

# On some processors gdb 13 cannot give a process its registers back, traced or
# not, and what it leaves dies.
sleep 60 &
plain=$!
if "${debug[@]}" -p $plain -ex 'call (int)getpid()' -ex detach 2>&1 |
	grep -q "^Couldn't write extended state"; then
	for what in 'one that is attached sees where it is' 'and the program goes on behind it' \
		'its calls are recorded, those of the debugger included'; do
		skip 'gdb cannot write the registers of any process here' "$what"
	done
else
	attached
fi
kill $plain 2>/dev/null
exit 0
