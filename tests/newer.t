#!/bin/bash
# SPDX-License-Identifier: MIT
# One library for libcs of all ages. A function that the libc does not have is
# not there, by any way to look for it. One that it has is recorded.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"

gcc -O1 -fno-builtin -Wall -Wno-address -o newer "$tests/newer/newer.c" -ldl || exit 1
gcc -O1 -fno-builtin -no-pie -Wl,-z,lazy -Wno-address -o lazy "$tests/newer/newer.c" -ldl || exit 1

plan 11
unseen ./newer
ok $? 'what the libc lacks is not there, what it has is'
unseen ./lazy
ok $? 'also with lazy binding'
is "$(traced ./newer | sed -n 's/^none_of_any_libc //p')" 0000 \
	'a name of no libc is none'

"$fxtrace" record -q --mode streaming -o a.fxt -c '*' ./newer >/dev/null
# recorded NAME PATTERN WHAT: if the libc has the name, a line of dump fits
recorded() {
	if ./newer | grep -q "^$1 1"; then
		"$fxtrace" dump --stable -c "$1" a.fxt | grep -q -- "$2"
		ok $? "$3"
	else
		skip "this libc has no $1" "$3"
	fi
}
recorded close_range 'close_range(first=1000, last=1001, flags=0) = 0' \
	'close_range is recorded'
recorded __isoc23_strtol '__isoc23_strtol(nptr="0b101", endptr=NULL, base=0) = 5' \
	'strtol of C23 is recorded, with its values'
recorded __isoc23_sscanf 's="0b11", format="%i", ...=\[3\]) = 1' 'so is scanf'
recorded strlcpy 'strlcpy(.*src="longer than 8", size=8) = 13' 'and strlcpy'
recorded stdc_count_ones_ui 'stdc_count_ones_ui(x=7) = 3' \
	'and what counts bits'
recorded uabs 'uabs(j=-7) = 7' 'and what has no sign'
recorded openat2 'openat2(dirfd=AT_FDCWD, pathname="/dev/null", how={flags=O_RDONLY|O_CLOEXEC, mode=0, resolve=RESOLVE_NO_SYMLINKS}, usize=24) = ' \
	'and openat2, with its struct'
if ./newer | grep -q '^pidfd_spawn 1'; then
	is "$("$fxtrace" dump -c getpgid a.fxt | wc -l)" 1 \
		'a child of pidfd_spawn is followed, whatever its environment'
else
	skip 'this libc has no pidfd_spawn' 'a child of pidfd_spawn is followed'
fi
