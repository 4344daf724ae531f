#!/bin/bash
# SPDX-License-Identifier: MIT
# Symbols with several versions: only today's is interposed.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_CALLS=memcpy

plan 2
same 'an old version of a function stays what it was' \
	"$b/tests/hazard/versions"
is "$(calls "$tmp"/fxt/*.fxt | grep -o 'dest="[a-z]*')" 'dest="new' \
	'its calls are not those of the new version'
