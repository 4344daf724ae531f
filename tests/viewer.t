#!/bin/bash
# SPDX-License-Identifier: MIT
# Viewers of the format show the calls that our reader finds. viewer.pl makes
# slices by the rules that viewers have, flows.pl ties flows to them.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/cli/lib.sh"
program nested
plan 9
export LC_ALL=C FXTRACE_MODE=streaming

# shown NAME FILE [FIELDS]: one test: slices are calls. FIELDS: of a line, the
# last one is the call around it
shown() {
	local fields=${3:-1-6}

	"$fxtrace" dump --raw "$2" >raw
	# the time of what is only known to have been called says nothing
	perl "$tests/viewer.pl" raw | grep -v ' vfork \| _exit \| __clone \| _setjmp ' |
		cut -d ' ' -f "$fields" | sort >got
	"$fxtrace" query --no-heading "$2" "select c.pid || '/' || c.tid || ' '
		|| c.category || ' ' || c.name || ' ' || c.begin_ns || ' ' ||
		ifnull(c.end_ns - c.begin_ns, -1) || ' ' ||
		ifnull(p.begin_ns, '-') from calls c
		left join calls p on p.number = c.parent
		where c.name not in ('vfork', '_exit', '__clone', '_setjmp')" |
		cut -d ' ' -f "$fields" | sort >want
	[ "$(wc -l <want)" -ge 5 ] && cmp -s want got &&
		[[ $(perl "$tests/flows.pl" raw) = *' 0' ]]
	ok $? "$1" || { diff want got | head -n 9 && perl "$tests/flows.pl" raw; } |
		note
}

"$fxtrace" record -q -o a.fxt -c '+%memstr' nested >out 2>err
shown 'calls inside of others' a.fxt
"$fxtrace" record -q -o b.fxt -c '+*' "$b/tests/hazard/threads" at_once \
	>out 2>err
shown 'calls of more threads than have numbers' b.fxt
"$fxtrace" record -q -o c.fxt sh -c 'echo a | cat; cat /none; sleep 9 &
	kill -9 $!; wait; kill -9 $$' >out 2>err
shown 'calls of processes that are killed' c.fxt 1-5
for to in a c; do
	"$fxtrace" convert --to fxt-compat $to.fxt $to.compat.fxt 2>err
	shown "and as archives for readers that know less, $to" $to.compat.fxt
done
"$fxtrace" record -q -o d.fxt --mode circular -b 64K \
	dd if=/dev/zero of=/dev/null bs=1 count=9000 >out 2>err
shown 'calls of a circular recording' d.fxt
"$fxtrace" record -q -o e.fxt --on-full drop -b 64K \
	dd if=/dev/zero of=/dev/null bs=1 count=90000 >out 2>err
shown 'calls of a recording with losses' e.fxt
"$fxtrace" record -q -o f.fxt --stack '*' --blob-max all \
	dd if=/dev/urandom of=/dev/null bs=200000 count=9 >out 2>err
shown 'calls with stacks and much memory' f.fxt
"$fxtrace" trim --calls '-*fork,-wait*' c.fxt g.fxt 2>err
shown 'calls that were chosen' g.fxt 1-5
