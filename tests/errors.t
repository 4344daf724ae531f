#!/bin/bash
# SPDX-License-Identifier: MIT
# errno of libc's functions, each as its program sees it. A program of
# tests/errors makes calls that fail, and calls that do not, and prints what it
# saw itself. The archive must have the same. Functions of which it makes no call
# are listed in tests/errors/left-out, with the reason.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
fxgen=${FXGEN:-$b/fxgen}
root=$(cd "$tests/.." && pwd)
if ! perl -MJSON::PP -e1 2>/dev/null; then
	plan 1
	skip 'no JSON::PP' 'errno of each function'
	exit
fi
plan 6

# Without optimisation headers replace no function by another. What an older libc
# lacks is not called: the linker says what that is.
build() {
	${CC:-cc} -O0 -w -fno-builtin -D_GNU_SOURCE -I"$root" "$tests"/errors/*.c "$@" \
		-o tries -Wl,--as-needed -lanl -lresolv 2>err
}
build || {
	sed -nE "s/.*undefined reference to [\`'](\w+)'.*/\1/p" err | sort -u |
		sed 's/.*/__attribute__((visibility("hidden"))) void &(void) { __builtin_trap(); }/' \
			>lacking.c
	build lacking.c || note <err
}

# compare NAME OPTIONS...: one test
compare() {
	local name=$1
	shift
	rm -rf run && mkdir run
	(cd run && timeout 60 "$fxtrace" record -q -o ../a.fxt "$@" ../tries \
		>../seen </dev/null 2>../err)
	ok $? "the program makes all of its calls $name" || note <err
	"$fxtrace" dump --json a.fxt >dump &&
		perl "$tests/errors/compare.pl" seen dump >report
	ok $? "errno of each call is as the program saw it $name" || note <report
}
compare 'by default'
# By each library of the program alone: the recorder is none of them.
ldd tries | sed -n 's/.* => \(.*\) (.*/\1/p' | xargs nm -D --defined-only |
	sed -nE 's/.* (\w+)(@@?.*)?$/\1/p' | sort -u >libc
sed -n 's/^[0-9]* \(.*\) lacks none$/\1/p' seen | sort -u | comm -12 - libc >missed
[ -s libc ] && ! [ -s missed ]
ok $? 'every function that libc has is called' || note <missed
compare 'with every function' -c '+*'

# uncovered: what has an error rule, and is not called
"$fxtrace" list --json >list
"$fxgen" --print-model "$root"/gen/api/libc/*.api >model
perl "$tests/errors/uncovered.pl" list model seen >uncovered &&
	grep -v '^#' "$tests/errors/left-out" | cut -f1 | sort |
	diff uncovered - >difference
ok $? 'exactly the functions without such a call are listed, with reasons' ||
	note <difference
