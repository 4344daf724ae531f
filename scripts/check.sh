#!/bin/bash
# SPDX-License-Identifier: MIT
# Everything that must hold before a change lands, on a bare Debian 12;
# what continuous integration runs. Stops at the first thing that fails.
#   scripts/check.sh          build, style, all tests, tools under ASan
#   scripts/check.sh --full   also other compilers and flags, TSan, the long tests,
#                             the model, minutes of fuzzing
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
full=${1-}
export DEV=1 # warnings are errors

step() {
	local start=$SECONDS
	printf '== %s\n' "$*"
	"$@" || {
		printf '== %s: FAILED\n' "$*"
		exit 1
	}
	printf '== %s: ok, %d s\n' "$*" $((SECONDS - start))
}

step scripts/setup.sh "${full:---tests}"
step make -s -j"$(nproc)"
step make -s style
step make -s check
# In a container ids of processes are short, and elsewhere they begin again.
step scripts/pids.sh make -s -j"$(nproc)" asan
# What did not run here, and why.
sort -u build/skips build/asan/skips 2>/dev/null | sed 's/^/== skipped: /'
[ "$full" = --full ] || exit 0
step scripts/variants.sh
step scripts/setup.sh --deb
step make -s deb
step scripts/try-deb.sh build/deb
step make -s -j"$(nproc)" tsan
step make -s stress
step make -s model
step make -s fuzz FUZZ_SECONDS=120
