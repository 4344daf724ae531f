#!/bin/bash
# SPDX-License-Identifier: MIT
# A condition on time that names many functions means calls that are slow, not
# calls that are made to wait. One that names such a function means it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
waiting=$b/tests/hazard/waiting

# shot LIST ARGUMENT...: whether the trigger has a snapshot made
shot() {
	rm -f ./*.fxt
	"$fxtrace" record -q -o a.fxt --mode circular --trigger "$1" \
		"$waiting" "${@:2}" >out 2>&1 || note <out
	[ -s a.snapshot-1.fxt ]
}

plan 21
for name in poll select epoll_wait nanosleep usleep pthread_cond_timedwait \
	waitpid sem_wait sigwait read recv fgets; do
	! shot "snapshot:${name%?}[${name: -1}]>0ns" && shot "snapshot:$name>0ns"
	ok $? "$name fires where it is named, and not by a pattern"
done
! shot 'snapshot:%libc:io>20ms'
ok $? 'a category does not mean calls that wait'
shot 'snapshot:pol[l]>0ns;wait'
ok $? 'nor a pattern, unless it says wait'
shot 'snapshot:%io>0ns;wait'
ok $? 'or a category that says so'
echo text >file
shot 'snapshot:rea[d]>0ns' file
ok $? 'a read of a file is none of these'
! shot 'snapshot:rea[d]>0ns' /dev/zero
ok $? 'but one of a device'
for list in 'snapshot:a>1s;waits' 'snapshot:a;wait' 'stop:a>1s;every=1s' \
	'snapshot:a>1s;max=0'; do
	run "$fxtrace" record --mode circular --trigger "$list" true
	is "$status" 2 "--trigger $list is refused"
done
