#!/bin/bash
# SPDX-License-Identifier: MIT
# An archive is data: replaying it runs nothing that it chooses. Each archive
# here lies about a function: its category, its library, or its parameters.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
top=$(cd "$tests/.." && pwd)
fxgen=${FXGEN:-$b/fxgen}

plan 21

# replays NAME REGEX OPTIONS FILE: the call is refused for that reason, and what
# the archive wants to do is not done.
replays() {
	local name=$1 reason=$2
	shift 2
	rm -f PWNED
	"$fxtrace" replay "$@" >table 2>said
	local status=$?
	[ $status -le 1 ] && [ ! -e PWNED ] && grep -qE -- "$reason" table said
	ok $? "$name" || { echo "status $status"; ls PWNED; cat table said; } 2>&1 | note
}

cat >sys.c <<'C'
#include <stdlib.h>
int main(void) { return !(system("echo ran >PWNED") == 0); }
C
gcc -o sys sys.c
"$fxtrace" record -o sys.fxt --calls '+*' ./sys >/dev/null 2>&1
for category in zlib:proc libc:wide; do
	LC_ALL=C sed "s/libc:proc/$category/g" sys.fxt >lie.fxt
	replays "system() called $category is not made by --calls '*'" \
		'system: it acts on more' --calls '*' lie.fxt
	replays "nor by a list that names it ($category)" \
		'system: it acts on more' --calls 'sys*' lie.fxt
	for library in libc.so.6 libm.so.6; do
		replays "nor with --lib $library ($category)" \
			'system: it acts on more' --calls 'sys*' \
			--lib $library lie.fxt
	done
done
replays "nor is it made as it was recorded" 'system: it acts on more' \
	--calls '*' sys.fxt

# a copy of libc under another name is still a C library
cp "$(ldd ./sys | awk '/libc\.so/ { print $3 }')" ./other.so
replays "a copy of libc runs no more than libc does" \
	'system: it acts on more' --calls 'sys*' --lib ./other.so sys.fxt

cat >number.c <<'C'
#include <stdlib.h>
int main(void) { return strtol("7", 0, 10) != 7; }
C
gcc -fno-builtin -o number number.c
strtol=$(called number strtol)
cat >libe.c <<'C'
#include <stdio.h>
__attribute__((constructor)) static void run(void)
{
	FILE *f = fopen("PWNED", "w");
	fclose(f);
}
long NAME(const char *text, char **end, int base) { run(); return 7; }
C
gcc -fno-builtin -w -shared -fPIC -DNAME="$strtol" -o libe.so libe.c
"$fxtrace" record -o number.fxt --calls '+*' ./number >/dev/null 2>&1
LC_ALL=C sed 's#libc\.so\.6#./libe.so#g' number.fxt >soname.fxt
cmp -s number.fxt soname.fxt
is $? 1 'an archive names a library in the current folder'
replays 'that library is not loaded' "^ *1 +0 +0 +$strtol\$" \
	--calls "$strtol" soname.fxt

# shim NAME: builds the recorder of an API that lies, and what it describes
shim() {
	"$fxgen" -o . "$1.api" && gcc -std=gnu11 -D_GNU_SOURCE -O2 -fPIC \
		-fno-builtin -fvisibility=hidden -I"$top" -I. -DFXP_SHIM="$1" \
		-shared -o "$1_shim.so" "table_$1.c" "wrap_$1.c" \
		"$top/preload/shim/shim.c"
}

# records NAME: its program with that recorder
records() {
	LD_PRELOAD="$lib:$tmp/$1_shim.so" FXTRACE_OUTPUT="$tmp/$1.fxt" \
		FXTRACE_CALLS="%$1" ./"$1"
}

cat >liar.api <<'A'
api liar
soname libliar.so
category liar

unsigned long strlen(unsigned long s)

void *memcpy(void *dest, const void *src, unsigned long n)
	dest: out bytes count 4
	src: in bytes count 4
	ret: pointer

char *strcpy(char *dest, const char *src)
	dest: out string cap 1
	src: in string
	ret: pointer

char *strcat(char *dest, const char *src)
	dest: in string
	src: in string
	ret: pointer

long first_of(const char *s)
	s: in string
A
cat >libliar.c <<'C'
unsigned long strlen(unsigned long s) { return 3; }
void *memcpy(void *dest, const void *src, unsigned long n) { return dest; }
char *strcpy(char *dest, const char *src) { return dest; }
char *strcat(char *dest, const char *src) { return dest; }
long first_of(const char *s) { return *s; }
C
cat >liar.c <<'C'
unsigned long strlen(unsigned long s);
void *memcpy(void *dest, const void *src, unsigned long n);
char *strcpy(char *dest, const char *src);
char *strcat(char *dest, const char *src);
long first_of(const char *s);
int main(void)
{
	static char four[4] = "abc", text[4000], *out = text;

	for (unsigned i = 0; i < sizeof(text) - 1; i++)
		text[i] = 'x';
	strlen(0x4141414141414141);
	memcpy(four, four, 1ul << 24);
	memcpy(four, four, 1ul << 62);
	strcpy(out, "to one byte");
	strcpy(out, text);
	strcat(four, text);
	return first_of("a") != 'a';
}
C
{
	shim liar && gcc -w -fno-builtin -shared -fPIC -o libliar.so libliar.c &&
		gcc -w -fno-builtin -o liar liar.c -L. -lliar \
			-Wl,-rpath,"$tmp" && records liar
} >build.out 2>&1
ok $? 'a library describes functions of libc as it likes' || note <build.out

replays 'a number is never passed where libc takes an address' \
	'strlen: the archive describes it differently' --calls strlen liar.fxt
replays 'memory is as large as our own description of memcpy says' \
	' 1 +[01] +1 +memcpy: it is given more memory' --calls memcpy liar.fxt
replays 'outputs that only the call knows are written to guarded memory' \
	' 2 +[01] +0 +strcpy$' --calls strcpy liar.fxt
replays 'also where the archive says that they are inputs' \
	' 1 +[01] +0 +strcat$' --calls strcat liar.fxt
replays 'another function needs a library that the user names' \
	'first_of: its library must be named' --calls first_of liar.fxt
replays 'which may have it' ' 1 +0 +0 +first_of$' --calls first_of \
	--lib ./libliar.so liar.fxt
echo 'int unused;' >user.c
gcc -shared -fPIC -o user.so user.c -Wl,--no-as-needed -L. -lliar \
	-Wl,-rpath,"$tmp"
replays 'but not one of its dependencies alone' \
	'first_of: the library itself has no' --calls first_of \
	--lib ./user.so liar.fxt
replays "and libc's functions stay as described here in any library" \
	'strlen: the archive describes it differently' --calls strlen \
	--lib ./libliar.so liar.fxt
