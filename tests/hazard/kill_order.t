#!/bin/bash
# SPDX-License-Identifier: MIT
# kill -9 at random instants. Each thread's calls are in the archive, in order
# and without a gap: all that have returned and at most one more.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/kill_order.sh"

plan 2
kills 4 1 'a killed thread has all calls that returned and at most one more'
kills 4 3 'as has each of three'
