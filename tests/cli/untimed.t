#!/bin/bash
# SPDX-License-Identifier: MIT
# What is only known to have been called has no duration, in any form.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
cat >untimed.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
	jmp_buf here;
	if (!setjmp(here))
		longjmp(here, 1);
	access("/", F_OK);
	exit(0);
}
END
${CC:-cc} -o untimed untimed.c || exit 1
run "$fxtrace" record -q -o a.fxt -c setjmp,longjmp,access,exit ./untimed

# with TEXT: the functions whose rows of standard input have a duration
plan 4
is "$("$fxtrace" dump a.fxt | sed -n 's/.* \([a-z_]*\)(.*<[0-9.]*[num]*s>$/\1/p')" \
	access 'dump shows none'
is "$("$fxtrace" dump --json a.fxt | sed -n 's/.*duration_ns.*"name":"\([a-z_]*\)".*/\1/p')" \
	access 'JSON has none'
"$fxtrace" convert a.fxt a.csv
is "$(awk -F, 'NR > 1 && $3 != "" { print $9 }' a.csv)" access 'nor has CSV'
"$fxtrace" convert a.fxt a.sqlite
is "$(sqlite3 a.sqlite "select name from calls where duration_ns is not null or end_ns is not null")" \
	access 'nor SQL'
