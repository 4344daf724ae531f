#!/bin/bash
# SPDX-License-Identifier: MIT
# Many times: kill -9 at random instants: each thread's calls are in the archive, all that
# have returned and at most one more, in order and without a gap.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/hazard/kill_order.sh"

plan 2
kills 25 1 'a killed thread has all calls that returned and at most one more'
kills 25 3 'so has each of three'
