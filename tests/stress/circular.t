#!/bin/bash
# SPDX-License-Identifier: MIT
# Circular mode for long: signals behind the instructions of many turns.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/step.sh"
export FXTRACE_MODE=circular FXTRACE_BUFFER=64K

plan 5
returns 'a turn' wide return 331 331
returns 'a turn, on a stack above' wide above 331 331
forks 'a turn' wide fork 2401 300
inherits 'a turn' wide heir 2401 300
jumps 'a turn' wide jump 97 1
