#!/bin/bash
# SPDX-License-Identifier: MIT
# Symbols with several versions: only today's is interposed.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_CALLS=memcpy

plan 5
same 'an old version of a function stays what it was' \
	"$b/tests/hazard/versions"
is "$(calls "$tmp"/fxt/*.fxt | grep -o 'dest="[a-z]*')" 'dest="new' \
	'its calls are not those of the new version'

# versioned FILE: NAME VERSION ADDRESS of each function that it defines;
# today's version with two @
versioned() {
	readelf -W --dyn-syms "$1" | awk '$7 != "UND" && $4 ~ /^I?FUNC$/ {
		name = $8
		sub(/@.*/, "", name)
		sub(/^[^@]*/, "", $8)
		print name, $8 == "" ? "-" : $8, $2 }' | sort -k1,1
}

libc=$(ldd "$b/tests/hazard/versions" | grep -o '/[^ ]*/libc\.so[^ ]*')
versioned "$libc" >libc.out
versioned "$lib" >ours.out
# Names whose versions are different code: an interposer without a version would
# be called for all of them.
awk '$2 ~ /^@@/ { of[$1] = $3; today[$1] = $2 }
	$2 ~ /^@[^@]/ { old[$1] = old[$1] " " $3 }
	END {
		for (name in old) {
			n = split(old[name], at, " ")
			for (i = 1; i <= n; i++)
				if ((name in of) && at[i] != of[name])
					found[name]
		}
		for (name in found) print name, today[name]
	}' libc.out | sort -k1,1 >several.out
[ "$(wc -l <several.out)" -gt 10 ]
ok $? 'libc has functions of which old versions do something else' ||
	head libc.out | note
is "$(awk 'NR == FNR { today[$1] = $2; next }
	($1 in today) && $2 != today[$1] { print }' several.out ours.out)" '' \
	'each of them is interposed in its newest version only'

# glibc before 2.34 has threads in libpthread.so, and libgcc and libstdc++ take a
# weak reference to this name for the sign that it is there.
nm -D --defined-only "$lib" >exported.out
is "$(grep -c ' pthread_key_create$' exported.out) $(
	grep -c __pthread_key_create exported.out)" '1 0' \
	'C++ programs without threads do not take the recorder for libpthread'
