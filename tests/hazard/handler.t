#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls in signal handlers.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/handler

plan 4
same 'a handler on a stack of 8 KiB calls' "$program" small
is "$(calls fxt/handler.*.fxt 2>&1 | grep -c IN_HANDLER)" 1 \
	'its calls are recorded'
same 'a storm of signals passes' "$program" storm "$tmp/counts"
calls fxt/handler.*.fxt >dump.out 2>&1
is "$(grep -c IN_MAIN dump.out) $(grep -c IN_HANDLER dump.out)" \
	"$(cat counts)" 'every call in and around the handlers is recorded'
