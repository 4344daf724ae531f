#!/bin/bash
# SPDX-License-Identifier: MIT
# An asynchronous request is an async event, from where it is handed over to
# where its result is taken.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

# field NAME: of standard input's lines
field() { sed -n "s/.* $1[a-z0-9:]* *=\"*\\([^ \"]*\\).*/\\1/p"; }

plan 8
same 'a program with asynchronous requests does not notice' \
	"$b/tests/hazard/async"
"$fxtrace" dump --raw fxt/async.*.fxt | grep ' async_' >events.out
grep async_begin events.out >begins.out
grep async_end events.out >ends.out
is "$(field category <begins.out | sort -u) $(field name <begins.out |
	sort -u)" 'fxtrace:async aio' 'requests have a category and a name'
is "$(field request <begins.out | xargs) $(field nbytes <begins.out | xargs)" \
	'read read write read read 8 16 4 4 5' \
	'each begins where it is handed over, but for empty ones of a list'
is "$(field ret <ends.out | xargs)" '16 8 -1 5 4' \
	'and ends with its result where that is taken'
is "$(field tail <begins.out | head -n 3 | sort)" \
	"$(field tail <ends.out | head -n 3 | sort)" \
	'begin and end have the same number'
is "$(field tail <begins.out | head -n 2)" \
	"$(field tail <ends.out | head -n 2 | tac)" \
	'which distinguishes the requests'
FXTRACE_CALLS='-aio_*,-lio_*' same 'where these calls are not recorded' \
	"$b/tests/hazard/async"
is "$("$fxtrace" dump --raw fxt/async.*.fxt | grep -c ' async_')" 0 \
	'there are none'
