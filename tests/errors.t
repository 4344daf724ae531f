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
plan 5

# without optimisation: headers then replace no function by another
${CC:-cc} -O0 -w -fno-builtin -D_GNU_SOURCE -I"$root" "$tests"/errors/*.c \
	-o tries 2>err || note <err

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
compare 'with every function' -c '+*'

# uncovered: what has an error rule, and is not called
"$fxtrace" list --json >list
"$fxgen" --print-model "$root"/gen/api/libc/*.api >model
perl "$tests/errors/uncovered.pl" list model seen >uncovered &&
	grep -v '^#' "$tests/errors/left-out" | cut -f1 | sort |
	diff uncovered - >difference
ok $? 'exactly the functions without such a call are listed, with reasons' ||
	note <difference
