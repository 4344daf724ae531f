#!/bin/bash
# SPDX-License-Identifier: MIT
# Threads: small ones, dying ones, many, and forks among them.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/threads

# recorded N WHERE NAME: N calls getenv("IN_WHERE")
recorded() {
	is "$(calls fxt/threads.*.fxt 2>&1 | grep -c "getenv.*$2")" "$1" "$3"
}

plan 7
same 'threads with stacks of 16 KiB start and call' "$program" small_stacks
recorded 4 IN_SMALL_THREAD 'their calls are recorded'
same 'destructors of thread keys run' "$program" key_destructors
recorded 80 IN_KEY_DESTRUCTOR 'calls of all rounds of destructors are recorded'
same 'six hundred threads come and go' "$program" many
recorded 600 IN_SMALL_THREAD 'the calls of all of them are recorded'
same 'a hundred forks under the load of three threads' "$program" forks
