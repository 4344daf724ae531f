#!/bin/bash
# SPDX-License-Identifier: MIT
# ../inspect.t, with five times as many damaged pages.
INSPECT_TIMES=5 exec bash "$(dirname "$(readlink -f "$0")")/../inspect.t"
