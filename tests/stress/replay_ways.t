#!/bin/bash
# SPDX-License-Identifier: MIT
# ../replay.t with each recording replayed in each way.
ALL_WAYS=0 exec bash "$(dirname "$(readlink -f "$0")")/../replay.t"
