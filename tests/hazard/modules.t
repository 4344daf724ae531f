#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that load more modules than the recorder has space for. They do so at
# the same time, or one after the other in the same place. Each module is in the
# archive, or the archive reports that it is not. Stacks name the right one.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
library=$b/tests/hazard/lib/libmodule.so

# load MODE BUFFER N KEEP
load() {
	rm -f m.fxt
	FXTRACE_MODE=$1 "$fxtrace" record -q -o m.fxt -b "$2" --stack access -- \
		"$b/tests/hazard/modules" "$library" "$3" "$4" >/dev/null 2>&1
	status=$?
	"$fxtrace" info --top 0 m.fxt >info.out 2>&1
}

# modules: how many copies the archive has
modules() { grep -c '^module:.*copy[0-9]*\.so"' info.out; }

# undescribed: the number that the archive reports
undescribed() { sed -n 's/^no space: *\([0-9]*\) descr.*/\1/p' info.out; }

# wrong: calls whose stack does not begin in the copy that they name
wrong() {
	"$fxtrace" dump --stacks m.fxt |
		awk '/ access\(/ { match($0, /copy[0-9]+/)
			want = substr($0, RSTART, RLENGTH); n++ }
		/^ *#0 / { if (!match($0, /copy[0-9]+/) ||
			substr($0, RSTART, RLENGTH) != want) wrong++ }
		END { print n, wrong + 0 }'
}

plan 13

for mode in oneshot streaming; do
	load $mode 32M 600 600
	is "$status $(modules) $(undescribed)" '5 600 ' \
		"600 modules at the same time are in the archive, $mode"
	is "$(wrong)" '600 0' "each call's stack leads to its module, $mode"
done
for mode in oneshot streaming circular; do
	load $mode 4M 200 1
	is "$(wrong)" '200 0' \
		"so it does where modules take each other's place, $mode"
done

# The durable region of such a buffer has space for some of them.
load streaming 256K 1500 1
is "$status $(modules) $(undescribed)" '5 1500 ' \
	'streaming: modules behind the names region are in the archive'
is "$(wrong)" '1500 0' 'and so are their stacks'
grep -q '^process:.* exit 5' info.out
ok $? 'and the exit status is'

load circular 256K 1500 1
n=$(modules) lost=$(undescribed)
[ "$n" -lt 1500 ] && [ $((n + ${lost:-0})) = 1500 ]
ok $? 'circular: modules that found no space are counted exactly' ||
	note <<<"$n modules, no space for $lost"
grep -q '^process:.* exit 5' info.out
ok $? 'the exit status always has space'
FXTRACE_MODE=circular "$fxtrace" record -o n.fxt -b 256K --stack access -- \
	"$b/tests/hazard/modules" "$library" 1500 1 >/dev/null 2>err.out
grep -q "^fxtrace: [0-9,]* descriptions of functions, types or modules found no space" \
	err.out
ok $? 'the recorder reports it when the program ends' || note <err.out
