#!/bin/bash
# SPDX-License-Identifier: MIT
# Threads: small ones, dying ones, many, and forks among them.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/threads

# recorded N WHERE NAME: N calls getenv("IN_WHERE")
recorded() {
	is "$(calls fxt/threads.*.fxt 2>&1 | grep -c "getenv.*$2")" "$1" "$3"
}

plan 14
same 'threads with the smallest stacks start and call' "$program" small_stacks
recorded 4 IN_SMALL_THREAD 'their calls are recorded'
same 'destructors of thread keys run' "$program" key_destructors
recorded 80 IN_KEY_DESTRUCTOR 'calls of all rounds of destructors are recorded'
same 'six hundred threads come and go' "$program" many
recorded 600 IN_SMALL_THREAD 'the calls of all of them are recorded'
same 'three hundred threads are there at once' "$program" at_once
calls fxt/threads.*.fxt >calls.out
is "$(grep -o 'THREADS_NUMBER_[0-9]*' calls.out | sort | uniq -c |
	awk '{print $1}' | sort -u | xargs) $(grep -c THREADS_NUMBER_ calls.out)" \
	'4 1200' 'each has made its calls'
recorded 1200 THREADS_COMMON 'and those that all have made'
is "$("$fxtrace" dump --raw fxt/threads.*.fxt | grep -c 'string index=.*COMMON')" \
	1 'whose string is in the archive once'
same 'fifty forks under the load of three threads' "$program" forks

same 'threads get new names' "$program" names
"$fxtrace" info fxt/threads.*.fxt >info.out
grep -Eq '^process: .* "by-itself"' info.out &&
	grep -Eq '^thread: .* "by-itself"' info.out
ok $? 'a name that the main thread gives itself is its and the process'"'"'s'
grep -Eq '^thread: .* "by-another"' info.out
ok $? 'a name that another thread gives is the thread'"'"'s' || note <info.out
