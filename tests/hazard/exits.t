#!/bin/bash
# SPDX-License-Identifier: MIT
# However a program ends, its status is its own, and what it called is recorded.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
ulimit -c 0

# leaves WAY N NAME: two tests; N calls of getenv in all
leaves() {
	same "$3" "$b/tests/hazard/exits" "$1"
	written # after a kill the program does not wait for its manager
	is "$(calls fxt/exits.*.fxt 2>&1 | grep -c ' getenv(')" "$2" \
		'and what came before is there'
}

plan 18
export FXTRACE_MODE=streaming
leaves quick_exit 11 'a program may leave by quick_exit'
leaves _Exit 10 'by _Exit'
leaves syscall 10 'by exit_group through syscall()'
leaves instruction 10 'by exit_group past every library'
leaves kill 10 'by SIGKILL'
leaves crash 10 'by a bad pointer'
leaves pthread_exit 11 'by the end of its last thread'
leaves other_thread 10 'by exit in another thread'
leaves exec 10 'by an exec'
