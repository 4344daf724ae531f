#!/bin/bash
# SPDX-License-Identifier: MIT
# Each system call of the recorder is refused with each of four errors, from its
# first call on and from later ones, in three modes. Programs do as ever.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/refused.sh"
cat >cases.in <<'EOF2'
outcast
absent by_default
children warm
children raw
contexts turns
ctor exit
dlsym runpath
exits quick_exit
exits other_thread
fds first_free
fds close_all
flows nested
flows mixed
frames backtrace
handler small
ifunc
large
limits files
locks around_fork
mapped many mapped.data
odd environment
odd sense
odd overflow
plain streams
sandbox prctl 1000
sandbox vfork_exec
sequence 2000 3 2 2
signalled 3000
strings names 2000 2
threads key_destructors
threads at_once
unwind siglongjmp
unwind cancel
vfork children
vfork failed_exec
vfork spawn
EOF2
timeout 600 bash ./programs.sh "$hazard" cases.in >want.out 2>&1
numbers >numbers.in
plan "$(wc -l <numbers.in)"
while read -r name numbers; do
	status=0
	for error in 38 1 22 12; do
		for mode in oneshot streaming circular; do
			for later in '' +1 +7 +40; do
				# a mask that was set can be set back
				[ "$name$later" != "rt_sigprocmask$later" ] ||
					[ ! "$later" ] || continue
				rules=$(rules "$numbers" "$error$later")
				refused "$rules" $mode cases.in >why && continue
				note <why
				status=1
			done
		done
	done
	ok $status "programs do as ever without $name"
done <numbers.in
