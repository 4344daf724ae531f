#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls of plain functions made again, of libc and of a user's own library.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
top=$(cd "$tests/.." && pwd)
fxgen=${FXGEN:-$b/fxgen}

plan 13

cat >plain.c <<'C'
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	char text[64], *end;
	double sum = 0;
	int exponent;

	for (int i = 0; i < 20; i++) {
		sprintf(text, "%d.5abc", i);
		sum += atoi(text) + strtod(text, &end) + strlen(text) +
		       pow(i, 1.5) + strcmp(text, "10.5abc") +
		       strtol(text, &end, 16) + !strchr(text, 'a') +
		       fnmatch("1*", text, 0) + wcslen(L"h\u00e9llo") +
		       frexp(i, &exponent) + exponent;
		memset(text, i, 5);
	}
	sum += strtol("99999999999999999999", NULL, 10) == 0;
	remove("no such file");
	printf("%g\n", sum);
	return 0;
}
C
gcc -fno-builtin -o plain plain.c -lm
"$fxtrace" record -o plain.fxt --calls '+*' ./plain >/dev/null 2>&1

"$fxtrace" replay --calls '+*' plain.fxt >table 2>said
is $? 0 'a replay that returns what was recorded has status 0'
is "$(cat said)" '' 'it says nothing else'
is "$(awk '$4 ~ /^(atoi|strtod|strlen|pow|strcmp|strchr|fnmatch|wcslen|frexp)$/ {
	print $1, $2, $3 }' table | sort | uniq -c | xargs)" '9 20 0 0' \
	'calls that take numbers, strings and pointers to results are made'
strtol=$(called plain strtol)
is "$(awk -v f="$strtol" '$4 == f' table | xargs)" "21 0 0 $strtol" \
	'the error that a call had is the one that it has now'
is "$(grep -c 'remove: it acts on more than the memory' table)" 1 \
	'what acts on files is not made'
is "$(grep -c 'memset: memory that it was given is not in the archive' table)" \
	1 'memory that was not recorded is not guessed'

cat >wrong.c <<'C'
int atoi(const char *text) { return text[0] == '7' ? 8 : text[0] - '0'; }
int abs(int number) { return number; }
C
gcc -fno-builtin -shared -fPIC -o wrong.so wrong.c
"$fxtrace" replay --calls atoi --lib ./wrong.so plain.fxt >table 2>said
is $? 1 'a result that differs makes the status 1'
call=$("$fxtrace" dump --calls atoi plain.fxt | sed -n 's/ .*nptr="7\.5.*//p')
is "$(head -n 1 said)" "fxtrace: call $call, atoi: it returned 7, now 8" \
	'the first difference is named by its call'
"$fxtrace" replay --calls strlen --lib ./none.so plain.fxt >table 2>said
is "$? $(grep -c none.so said)" '1 1' 'a library that is not there is an error'
"$fxtrace" replay --lib ./wrong.so plain.fxt 2>said
is $? 2 'a library without functions is a usage error'

{
	"$fxgen" -o . "$top/tests/shim/point.api" &&
		gcc -fPIC -shared -I"$top" -o libpoint.so \
			"$top/tests/shim/point.c" &&
		gcc -I"$top" -o main "$top/tests/shim/main.c" -L. -lpoint \
			-Wl,-rpath,"$tmp" &&
		gcc -std=gnu11 -D_GNU_SOURCE -O2 -fPIC -fno-builtin \
			-fvisibility=hidden -I"$top" -I. -DFXP_SHIM=point \
			-shared -o shim.so table_point.c wrap_point.c \
			"$top/preload/shim/shim.c"
} >build.out 2>&1
ok $? 'a shim of a library is built' || note <build.out
LD_PRELOAD="$lib:$tmp/shim.so" FXTRACE_OUTPUT="$tmp/x.fxt" ./main >/dev/null
"$fxtrace" replay --calls 'point_move' --lib ./libpoint.so x.fxt >table 2>said
is "$? $(awk '$4 == "point_move"' table | xargs) $(cat said)" \
	'0 2 0 0 point_move ' \
	'values that a call of it changes are changed again'

sed 's/p->x += dx/p->x -= dx/' "$top/tests/shim/point.c" >other.c
gcc -fPIC -shared -I"$top" -o libother.so other.c
"$fxtrace" replay --calls 'point_move' --lib ./libother.so x.fxt >table 2>said
is "$? $(grep -c "p'.x differs" said)" '1 1' \
	'values that it changes otherwise are reported'
