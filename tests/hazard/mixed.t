#!/bin/bash
# SPDX-License-Identifier: MIT
# A few rounds of what tests/stress/mixed.t does for long.
SEEDS=${SEEDS:-8} exec "$(dirname "$(readlink -f "$0")")/../stress/mixed.t"
