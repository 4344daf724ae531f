#!/bin/bash
# SPDX-License-Identifier: MIT
# The stamp of the compiler's flags: what is older than it is compiled again.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL DEV
stamp=$tmp/b/flags

# stamped VARIABLE=VALUE...: how old the stamp is after a make with these
stamped() {
	make -s -C "$tests/.." B="$tmp/b" "$@" "$stamp" >&2 &&
		stat -c %y "$stamp"
}

plan 5
first=$(stamped)
is "$(stamped)" "$first" 'nothing is compiled again with the same flags'
strict=$(stamped DEV=1)
[ "$strict" ] && [ "$strict" != "$first" ]
ok $? 'all is compiled again once warnings are errors'
is "$(stamped)" "$strict" 'nothing is when they are no errors again'
is "$(stamped DEV=1)" "$strict" 'nor when they are once more'
other=$(stamped CFLAGS=-O1)
[ "$other" ] && [ "$other" != "$strict" ]
ok $? 'other flags compile all again'
