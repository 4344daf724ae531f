#!/bin/bash
# SPDX-License-Identifier: MIT
# A few rounds of what tests/stress/hazards.t does for long.
ROUNDS=${ROUNDS:-5} SHARE=${SHARE:-6} \
	exec "$(dirname "$(readlink -f "$0")")/../stress/hazards.t"
