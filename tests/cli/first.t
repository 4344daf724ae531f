#!/bin/bash
# SPDX-License-Identifier: MIT
# The first minutes with fxtrace: what somebody who does not know it yet gets
# wrong, and what it answers.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
unset FXTRACE_MODE
plan 23

# Conditions that can never hold.
refused() { # TRIGGER WHY
	run "$fxtrace" record --mode circular --trigger "$1" -o no.fxt true
	[ "$status" = 2 ] && says "^fxtrace: --trigger $1: $2" && [ ! -e no.fxt ]
	ok $? "the trigger $1 is refused" || echo "status $status: $err" | note
}
refused snapshot:SIGKILL 'no program sees this signal'
refused stop:SIGSTOP 'no program sees this signal'
refused snapshot:-read 'expected a function, glob, %category or signal'
refused snapshot:strlen=ENOENT 'this function reports no errors'
refused snapshot:glClear=EINVAL 'this function reports no errors'
run "$fxtrace" record -q --mode circular \
	--trigger 'snapshot:open=ENOENT,snapshot:%io>1s' -o yes.fxt true
is "$status $err" '0 ' 'those that can hold are not'

# report --by caller needs stacks.
"$fxtrace" record -q -o plain.fxt ls / >/dev/null
"$fxtrace" record -q --stack '%libc' -o stacks.fxt ls / >/dev/null
run "$fxtrace" report --by caller plain.fxt
ends 0 "no call was recorded with its stack.*record --stack '%libc'" \
	'report --by caller says how stacks are recorded'
run "$fxtrace" report --by caller stacks.fxt
! says 'no call was recorded with its stack'
ok $? 'and does not where there are any'
run "$fxtrace" report plain.fxt
! says 'no call was recorded with its stack'
ok $? 'nor without --by caller'

# A header that lacks a semicolon.
cat >foo.c <<'END'
int one(int a) { return a; }
int two(const char *b) { return b ? 1 : 0; }
int three(long c) { return (int)c; }
END
${CC:-cc} -shared -fPIC -o libfoo.so foo.c
cat >whole.h <<'END'
#include <stdio.h>
#define QUIET __attribute__((nothrow))
int one(int a) QUIET;
static inline int own(void) { return 1; }
extern _Atomic(int) counted;
int two(const char *b) __asm__("two") QUIET;
int three(long c);
END
shim() { # HEADER PATTERN NAME
	run "$fxtrace" shim ./libfoo.so --api "$1" -o foo_shim.so
	[ "$(grep -c . <<<"$err")" = 1 ] && says "$2"
	ok $? "$3" || echo "status $status: $err" | note
}
shim whole.h '3 functions' 'a header that has all of its semicolons is taken'
sed 's/QUIET;/QUIET/' whole.h >lacks.h
shim lacks.h '^fxtrace: lacks.h:3: a ; is missing behind one(...)' \
	'the line of a missing semicolon is named'
sed '/three/s/;//' whole.h >lacks.h
shim lacks.h '^fxtrace: lacks.h:7: a ; is missing behind three(...)' \
	'also at the end of the header'
printf '\n\nint other(void)\nstruct s { int a; };\n' >>whole.h
shim whole.h '^fxtrace: whole.h:10: a ; is missing behind other(...)' \
	'and before what is no function'
echo '#include "lacks.h"' >outer.h
shim outer.h '^fxtrace: \(.*/\)\?lacks.h:7: a ; is missing behind three(...)' \
	'and in a header that the header includes'

# What record says at its end.
found() { # LINES COMMAND...: what it says behind the summary
	run "$fxtrace" record --overwrite -o found.fxt "${@:2}"
	is "$(sed '0,/^fxtrace: found.fxt: [0-9,]* calls\? of /d; s/, [0-9.]*[numµ]\?s in /, TIME in /' <<<"$err")" "$1" \
		"${*:2}"
}
${CC:-cc} -x c - -o fails <<'END'
#include <fcntl.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
	for (int i = 0; i < 3; i++)
		(void)!open("/nowhere", O_RDONLY);
	close(-1);
	(void)!open("/proc/self/mem/x", O_RDONLY);
	(void)!open("/", O_RDONLY);
	nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
	return 0;
}
END
found 'fxtrace: slowest: open, TIME in 5 calls
fxtrace: failed most: open, 4 of 5 calls, 3 x ENOENT
fxtrace: try: fxtrace dump --errors found.fxt' -c open,close,nanosleep ./fails
found 'fxtrace: slowest: geteuid, TIME in 1 call
fxtrace: try: fxtrace report found.fxt' -c geteuid id -u
found '' -c strerror true
found '' -c open,close -q ./fails
run "$fxtrace" record -o "a b.fxt" -c open ./fails
says "^fxtrace: try: fxtrace dump --errors -- 'a b.fxt'$"
ok $? 'the command can be copied' || note <<<"$err"
"$fxtrace" record -o - -c open ./fails >piped.fxt 2>piped.err
is "$(grep -c '^fxtrace: stdout: 5 calls' piped.err) $(grep -c 'failed most\|try:' piped.err)" \
	'1 0' 'of a pipe nothing is said'
${CC:-cc} -x c - -o many <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; i--)
		getenv("NOTHING");
	return 3;
}
END
run "$fxtrace" record --overwrite -o found.fxt -c getenv ./many 250000
is "$status $(sed -n '/slowest/p; /try/p' <<<"$err")" \
	'3 fxtrace: try: fxtrace report found.fxt' \
	'an archive of some size is not read, and the status is the program'"'s"
# terminal CALLS: what is found, on a terminal
terminal() {
	script -qec "$fxtrace record --overwrite -o found.fxt -c getenv ./many $1" \
		/dev/null </dev/null | tr -d '\r' | grep -o 'slowest: getenv\|try: .*'
}
is "$(terminal 250000)" 'slowest: getenv
try: fxtrace report found.fxt' 'but for somebody who looks'
is "$(terminal 1200000)" 'try: fxtrace report found.fxt' \
	'unless it is large'
