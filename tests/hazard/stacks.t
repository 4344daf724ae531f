#!/bin/bash
# SPDX-License-Identifier: MIT
# Signal stacks that are as small as the kernel allows: what the recorder takes
# of them is bounded.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/stacks
# Bytes; fxtrace-limits(7) says so. The kernel allows no stack of less than 2 KiB.
# So it shows in full only where a signal frame needs that (AVX-512).
most=1536
[ "$(uname -m)" != aarch64 ] || most=1792 # more registers
ulimit -c 0

# takes NAME HOW: a handler needs at most so much more stack than without us
takes() {
	local without with
	without=$("$program" "$2")
	with=$(traced "$program" "$2")
	[ "$without" -ge 2048 ] && [ $((with - without)) -le $most ]
	ok $? "$1" || note <<<"without: $without, with: ${with:-none}"
}

plan 6
same 'the least stack for a handler that calls nothing stays' "$program" none
takes 'one that calls needs little more' warm
takes 'also if nothing was called before' cold
export FXTRACE_MODE=streaming FXTRACE_CALLS=+*
takes 'or in a session, with all groups' warm
takes 'and if nothing was called before' cold
most=1792
export FXTRACE_STACK=*
takes 'with call stacks a little more' cold
