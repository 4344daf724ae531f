#!/bin/bash
# SPDX-License-Identifier: MIT
# The tracer's own lookup of symbols. It works before its relocation, under a
# linker run as a command, without /proc, and in an old hash table.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/ifunc
linker=$(readelf -lW "$program" |
	sed -n 's/.*program interpreter: \(.*\)\]/\1/p')

plan 6
same 'calls from an IFUNC resolver do what they should' "$program"
is "$(cat want.out)" 'orcevpa 42' 'the resolver does call libc'
calls "$tmp"/fxt/*.fxt >dump.out 2>&1
grep -q 'getenv.*IN_MAIN' dump.out
ok $? 'calls after our relocation are recorded' || note <dump.out
name='they do so too when the linker is run as a command'
if [ -x "$linker" ]; then
	same "$name" "$linker" "$program"
else
	skip 'the program names no linker' "$name"
fi
name='they do so too without /proc'
hidden='mount -t tmpfs none /proc && exec "$@"'
without_proc=(unshare -rm bash -c "$hidden" bash env
	LD_LIBRARY_PATH="$b/tests/hazard/lib" LD_PRELOAD="$lib"
	FXTRACE_OUTPUT="$tmp/fxt/" "$program")
if LD_PRELOAD='' "${without_proc[@]:0:5}" true 2>/dev/null; then
	is "$("${without_proc[@]}")" 'orcevpa 42' "$name"
else
	skip 'no mount namespaces here' "$name"
fi
same 'a library with the old hash table keeps its turn' \
	"$b/tests/hazard/sysv"
