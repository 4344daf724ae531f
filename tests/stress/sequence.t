#!/bin/bash
# SPDX-License-Identifier: MIT
# Every call is in the archive once, in order, or counted as lost: for long.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/sequence.sh"

plan 5
all_exact 'four threads lose none of 800,000 calls' 100000 4 2 0
all_exact 'eight hundred threads lose no call' 200 10 80 0
all_exact 'three hundred forks from busy threads lose no call' 8000 3 30 10
all_exact 'a handler 10,000 times a second loses no call' 150000 3 2 0 timer
counts_losses 'what a full buffer lost is counted exactly' 150000 4 2 0
