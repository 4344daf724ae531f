#!/bin/bash
# SPDX-License-Identifier: MIT
# Threads that are cancelled wherever they are, in the recorder, too.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

plan 3
for mode in oneshot streaming circular; do
	export FXTRACE_MODE=$mode FXTRACE_BUFFER=16M
	out=$(for i in {1..40}; do
		unseen "$b/tests/hazard/unwind" cancel_anywhere && readable ||
			echo "round $i"
	done)
	is "$out" '' "$mode: eight thousand cancelled threads leave whole archives"
done
