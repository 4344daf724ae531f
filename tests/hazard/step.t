#!/bin/bash
# SPDX-License-Identifier: MIT
# A signal behind the instructions of one traced call, the recorder's included:
# handlers that return, jump out and fork. All of them: tests/stress/step.t.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/step.sh"

plan 32
returns 'every instruction of getenv' leaf return 13 13
returns 'every instruction of lseek' pair return 13 13
returns 'every tenth instruction of open' path return 130 13
returns 'a string three times' thrice return 67 13
returns 'a record larger than a span' wide return 331 4
returns 'the change of spans' span return 331 4
returns 'lseek, on a stack below' pair below 13 6
returns 'lseek, on a stack above' pair above 13 6
jumps 'getenv' leaf jump 29 1
jumps 'lseek' pair jump 37 1
jumps 'lseek, from a stack above' pair jump-above 43 1
export FXTRACE_CALLS=+strfmon
returns 'strfmon, which is jumped to' jumped return 61 3
jumps 'strfmon' jumped jump 31 1
inherits 'strfmon' jumped heir 61 1
unset FXTRACE_CALLS
forks 'getenv' leaf fork 29 1
forks 'lseek' pair fork 23 1
forks 'a string three times' thrice fork 101 1
forks 'lseek by the bare system call' raw-pair fork 41 1
inherits 'getenv' leaf heir 23 1
inherits 'lseek' pair heir 17 1
inherits 'lseek and calls before' pair heircalls 13 1
inherits 'getenv and calls before' leaf heircalls 5 1
inherits 'a string three times' thrice heir 101 1
inherits 'a string three times and calls before' thrice heircalls 101 1
inherits 'lseek by the bare system call' raw-pair heir 41 1
first_calls 'a child' cold-pair return 499 1
starts 'a signal in the start of a child does not start it twice' \
	bare-cold-pair return 7 1000
survives 'getenv that finds no space' full-leaf heir 1 1
survives 'lseek that finds no space, and makes calls' full-pair heircalls 1 1
export FXTRACE_FOLLOW=no
unfollowed 'getenv' leaf heir 23 1
unfollowed 'lseek and makes calls' pair heircalls 13 1
unfollowed 'a large record' wide heir 2401 33
