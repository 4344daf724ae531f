#!/bin/bash
# SPDX-License-Identifier: MIT
# Children made behind the fork wrapper's back, or calling before it returns.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/children

# Calls in children, over all archives.
in_children() {
	local archive
	for archive in fxt/*.fxt; do calls "$archive"; done |
		grep -c '"IN_CHILD"'
}

plan 9
same 'a fork handler makes the first call there is' "$program" cold
same 'a fork handler calls in the child' "$program" warm
is "$(in_children)" 2 'its call and the ones after it are recorded'
# shellcheck disable=SC2012
is "$(ls fxt | wc -l)" 2 'the child has one archive'
same 'a child of a bare system call calls' "$program" raw
is "$(in_children)" 1 'its call is recorded'
same 'daemon() returns in a child that calls' "$program" daemon
traced "$program" storm >got.out
is "$(cat got.out)" '60 children, 0 ended badly' \
	'children of handlers that interrupt the recorder live'
FXTRACE_BUFFER=64K traced "$program" storm >got.out
is "$(cat got.out)" '60 children, 0 ended badly' \
	'also where their parent counts what finds no space'
