#!/bin/bash
# SPDX-License-Identifier: MIT
# fxtrace diff where ids of processes are small, as in containers. Ids of one to
# three digits are no differences, and numbers that only look like ids are.
# shellcheck disable=SC1091,SC2154
self=$(readlink -f "$0")
. "$(dirname "$self")/lib.sh"
isolate=(unshare --pid --fork --mount-proc)
[ "$(id -u)" = 0 ] || isolate+=(--map-root-user)

if [ -z "${IN_NAMESPACE-}" ]; then
	if ! "${isolate[@]}" true 2>/dev/null; then
		echo '1..0 # SKIP no namespace of process ids can be made'
		exit
	fi
	IN_NAMESPACE=1 exec "${isolate[@]}" "$self"
fi

# from N: the next process has an id from there on
from() {
	echo "$1" >/proc/sys/kernel/ns_last_pid
}

# record NAME N TEXT: NAME.fxt of a cat that reads the text, from id N on; $pid
record() {
	rm -f "$1.fxt"
	printf '%s\n' "$3" >number
	from "$2"
	"$fxtrace" record -q -c read,write -o "$1.fxt" cat number >/dev/null \
		2>record.out || note <record.out
	pid=$("$fxtrace" dump "$1.fxt" | sed -n '1s,^[^ ]* [^ ]* \([0-9]*\)/.*,\1,p')
}

# compare A B NAME WANTED: of two texts what diff says last
compare() {
	record a 40 "$1"
	record b 60 "$2"
	is "$("$fxtrace" diff a.fxt b.fxt | tail -n 1 | sed 's/ calls\?$//')" \
		"$4" "$3"
}

plan 9
record a 40 x
a=$pid n=$("$fxtrace" dump a.fxt | grep -vc '^#')
record b 60 x
b=$pid
[ "$a" -lt 100 ] && [ "$b" -lt 100 ] && [ "$a" != "$b" ]
ok $? 'programs get small ids of their own' || note <<<"a: $a b: $b"
compare "pid $a" "pid $b" 'an id in a text is no difference' "alike: $n"
compare "$a of $((a + 1))" "$b of $((a + 1))" \
	'nor is it next to a number that is like it' "alike: $n"
compare "$a $a" "$a $a" 'a number that is an id on one side alone is alike' \
	"alike: $n"
compare "$a $a" "$b $a" 'also next to an id' "alike: $n"
changed="different: 0 of $n calls only in A, 0 of $n only in B, 2 changed"
compare "count $a" "count $((b + 1))" \
	'an id and another number are a difference' "$changed"
compare "count $((a + 1))" "count $((b + 1))" \
	'and so differ two numbers that are no ids' "$changed"

for range in 60 940; do
	from "$range"
	prove "$(dirname "$self")/diff.t" >out 2>&1
	ok $? "recordings from id $range on differ by what differs" || note <out
done
