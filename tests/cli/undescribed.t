#!/bin/bash
# SPDX-License-Identifier: MIT
# Functions that a program calls and that no description covers: info and doctor
# name them, as far as the program's files are there.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# undescribed COMMAND...: those lines of its output
undescribed() { "$fxtrace" "$@" | sed -n 's/.*\(calls of .* not described\)/\1/p'; }

plan 13
# getcontext is left out, of libm the functions of _Float128 are.
cat >calls.c <<'EOT'
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <ucontext.h>
extern void called(void);
int main(int argc, char **argv)
{
	ucontext_t context;
	volatile _Float128 x = argc;

	errno = 0;
	fprintf(stderr, "%d%s", getcontext(&context), argc > 9 ? argv[1] : "");
	called();
	return sinf128(x) > 2 || cosf128(x) > 2;
}
EOT
cat >called.c <<'EOT'
#include <ucontext.h>
void called(void)
{
	ucontext_t here, there;
	volatile int once = 0;

	getcontext(&there);
	if (!once++)
		swapcontext(&here, &there);
}
EOT
echo 'int main(void) { return 0; }' >none.c
cc -shared -fPIC called.c -o libcalled.so && cc -w calls.c -o calls \
	-Wl,-rpath,"$tmp" -L. -lcalled -lm && cc none.c -o none || exit 1
want='calls of 2 functions of libc are not described: getcontext, swapcontext
calls of 2 functions of libm are not described: cosf128, sinf128'
"$fxtrace" record -q -o calls.fxt ./calls 2>err.out
is "$(undescribed info calls.fxt)" "$want" \
	'info names what program and libraries call, by library'
is "$("$fxtrace" info calls.fxt | grep -c '^undescribed: calls of')" 2 \
	'a line for each'
is "$(undescribed doctor ./calls)" "$want" 'so does doctor'
is "$(undescribed doctor ./none)" '' \
	'what the compiler adds does not count, in doctor'
"$fxtrace" record -q -o none.fxt ./none
is "$(undescribed info none.fxt)" '' 'nor in info'
"$fxtrace" record -q -c open -o few.fxt ./calls 2>err.out
is "$(undescribed info few.fxt)" "$want" \
	'functions that are described and not chosen do not count'
"$fxtrace" record -q --stack '%libc' -o stack.fxt ./calls 2>err.out
is "$(undescribed info stack.fxt)" "$want" \
	'what our own library takes from libc is none of the program'"'"'s'
echo 'int main(void) { return 3; }' >other.c
cp calls calls.old && cc other.c -o calls
is "$(undescribed info calls.fxt)" \
	'calls of 2 functions of libc are not described: getcontext, swapcontext' \
	'a file that is another one by now is not believed'
mv libcalled.so gone.so
is "$(undescribed info calls.fxt)" '' 'nor one that is gone'
rm -f libcalled.so && mkfifo libcalled.so
is "$(timeout 20 "$fxtrace" info calls.fxt >info.out; echo $?)" 0 \
	'a pipe in its place is not read'
run timeout 30 "$fxtrace" doctor ./calls.old
is "$status" 0 'and the dynamic linker, which would read it, is not waited for'
rm libcalled.so
run "$fxtrace" doctor ./calls.old
[ "$status" = 0 ]
ok $? 'doctor does without a library that is not there' ||
	echo "$out$err" | note

# A libc with a newer version of a function, as 2.42 has.
cat >newer.c <<'EOT'
unsigned old_speed(const void *p) { return 1; }
unsigned new_speed(const void *p) { return 2; }
__asm__(".symver old_speed, cfgetispeed@GLIBC_2.2.5");
__asm__(".symver new_speed, cfgetispeed@@GLIBC_2.42");
EOT
echo 'GLIBC_2.2.5 { }; GLIBC_2.42 { };' >newer.map
cat >speed.c <<'EOT'
unsigned cfgetispeed(const void *p);
int main(int argc, char **argv) { return cfgetispeed(argv) == 0; }
EOT
cc -w -shared -fPIC -Wl,-soname,libc.so.newer,--version-script,newer.map \
	-o libc.so.newer newer.c && cc speed.c ./libc.so.newer -o speed
is "$(undescribed doctor ./speed)" \
	'calls of 1 function of libc are not described: cfgetispeed@GLIBC_2.42' \
	'a newer version than the described one is another function'
