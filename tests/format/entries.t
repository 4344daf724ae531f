#!/bin/bash
# SPDX-License-Identifier: MIT
# What an archive says of types and functions is said once, and only of those
# that its calls have.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
unset FXTRACE_MODE
if ! command -v python3 >/dev/null; then
	echo '1..0 # SKIP no python3'
	exit
fi

plan 3
for mode in streaming oneshot circular; do
	"$fxtrace" record -q --overwrite --mode $mode -c fcntl,ioctl -o a.fxt \
		"$b/tests/app/control" >/dev/null 2>&1 </dev/null
	python3 "$tests/format/entries.py" a.fxt >found 2>&1
	[ ! -s found ]
	ok $? "$mode: nothing is described twice" || note <found
done
