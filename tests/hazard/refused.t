#!/bin/bash
# SPDX-License-Identifier: MIT
# No system call that the kernel or a sandbox refuses to the recorder changes
# what a program does. Each with one of four errors, alone or in a session;
# stress/refused.t has all.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/refused.sh"

cat >cases.in <<'EOF2'
outcast
children warm
threads key_destructors
unwind siglongjmp
flows mixed
sandbox prctl 100
vfork failed_exec
odd environment
exits quick_exit
fds first_free
EOF2
errors=(38 1 22 12)

plan 4
timeout 60 bash ./programs.sh "$hazard" cases.in >want.out 2>&1
numbers >numbers.in
[ "$(wc -l <numbers.in)" -gt 60 ]
ok $? 'the system calls that the recorder makes are known' || note <numbers.in
# all_refused MODE PART: every second kind, from the PART-th on, with errors in turn
all_refused() {
	local name numbers i=0 status=0
	while read -r name numbers; do
		refused "$(rules "$numbers" ${errors[i++ % 4]})" "$1" \
			cases.in >why && continue
		(echo "$name:" && cat why) | note
		status=1
	done < <(sed -n "$2~2p" numbers.in)
	return $status
}
all_refused oneshot 1
ok $? 'whatever is refused, programs that record alone do as ever'
all_refused streaming 2
ok $? 'and so do those in a session'

# Refused from some later call on, when there is more to lose. Not
# rt_sigprocmask: signals that are held back by then could never be let in. Not
# close: a descriptor that is open by then stays open.
status=0
for rule in 9=12+4 9=12+9 28=22+8 28=12+20 10=12 257=1+6 56=11 202=38+2; do
	for mode in oneshot streaming; do
		refused $rule $mode cases.in >why && continue
		note <why
		status=1
	done
done
ok $status 'nor does a call that is refused later change a program'
