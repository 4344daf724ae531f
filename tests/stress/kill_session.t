#!/bin/bash
# SPDX-License-Identifier: MIT
# A thousand times kill -9 of a program that is recorded in a session, at random
# microseconds: each thread's calls are in the archive without a gap, all that
# have returned and at most one more.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/kill_order.sh"

plan 3
session_kills 300 1 3000 'a thread has all calls that returned and at most one more'
session_kills 600 4 5000 'as has each of four'
session_kills 100 8 30000 'and of eight, over many turns of the buffers'
