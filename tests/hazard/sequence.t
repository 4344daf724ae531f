#!/bin/bash
# SPDX-License-Identifier: MIT
# Every call is in the archive once, in order, or counted as lost.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/sequence.sh"

plan 6
all_exact 'four threads lose no call' 20000 4 1 0
all_exact 'threads that come and go lose no call' 300 8 20 0
all_exact 'children of a program with busy threads lose no call, nor does it' \
	20000 3 1 40
all_exact 'a handler that interrupts threads 10,000 times a second loses none' \
	40000 3 1 0 timer
all_exact 'nor does one in a program that forks' 20000 2 1 10 timer
counts_losses 'what a full buffer lost is counted exactly' 30000 3 1 0
