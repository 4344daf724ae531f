#!/bin/bash
# SPDX-License-Identifier: MIT
# A signal behind each single instruction of a traced call; tests/hazard/step.t
# takes samples.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/step.sh"

plan 34
for how in return below above; do
	returns "getenv, $how" leaf "$how" 13 13
	returns "lseek, $how" pair "$how" 13 13
	returns "open, $how" path "$how" 13 13
	returns "a string three times, $how" thrice "$how" 13 13
	returns "a record larger than a span, $how" wide "$how" 61 61
	returns "the change of spans, $how" span "$how" 61 61
done
jumps 'each instruction of getenv' leaf jump 1 1
jumps 'each instruction of lseek' pair jump 1 1
forks 'each instruction of lseek' pair fork 5 5
forks 'a string three times' thrice fork 11 11
inherits 'each instruction of getenv' leaf heir 5 5
inherits 'each instruction of lseek' pair heir 5 5
inherits 'each instruction of lseek and calls before' pair heircalls 5 5
inherits 'each instruction of getenv and calls before' leaf heircalls 5 5
inherits 'a string three times' thrice heir 11 11
inherits 'a string three times and calls before' thrice heircalls 11 11
inherits 'a record larger than a span' wide heir 13 2
survives 'a string three times that finds no space' full-thrice heir 1 1
survives 'open that finds no space, and makes calls' full-path heircalls 1 1
survives 'a large record that finds no space' full-wide heir 1 1
first_calls 'a child' cold-pair return 17 1
starts 'a signal in the start of a child does not start it twice' \
	bare-cold-pair return 1 2000
