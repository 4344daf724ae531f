#!/bin/bash
# SPDX-License-Identifier: MIT
# The count of what is described, typed and tested: its sums hold, and only an
# expectation that held makes a function tested.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
top=$(cd "$tests/.." && pwd)

# column NUMBER: of libc's line
column() { awk -v n="$1" '/^libc\.so/ { print $n }' table; }

plan 9
TESTED=$tmp/io APPS=<(echo 'io -c open,openat,read,write,lseek,close') \
	"$tests/run-app.sh" >/dev/null
is "$(xargs <io)" 'close lseek open openat read write' \
	'a test that passes names the functions of its expectation'
TESTED=$tmp/none APPS=<(echo 'io -c open') "$tests/run-app.sh" >/dev/null
[ ! -s none ]
ok $? 'one that fails names none'
printf 'read\nread\nnothing_known\n' >tested
TESTED=$tmp/tested "$top/scripts/coverage.sh" >table
is "$(column 5)" 1 'a function is counted once, what is not there is not'
is "$(awk '$1 == "io" { print $5 }' table)" 1 'and in its group'
is "$(column 3)" "$(join <(nm -D --defined-only \
	"$(cc -print-file-name=libc.so.6)" | sed -nE \
	's/.* [TWi] (\w+)@@GLIBC_[0-9].*/\1/p' | sort -u) \
	<(sort "$b/gen/exports_libc.txt") | wc -l)" \
	'described is what both libraries export'
is "$(($(column 3) + $(column 6) + $(column 7)))" "$(column 2)" \
	'what is exported is described, left out or missing'
is "$(awk '/^all,/ { print $5 }' table)" \
	"$("$fxtrace" list | grep -c .)" 'all functions are in the groups'
is "$(awk '/^all,/ { print $7 }' table)" \
	"$("$fxtrace" list | awk '$4 == "full"' | wc -l)" \
	'fully typed are those that list shows so'
TESTED=$tmp/tested "$top/scripts/coverage.sh" -v >table
sed -n '/^not fully typed/,/^not tested/p' table | grep -qw memset
ok $? '-v names the functions'
