#!/bin/bash
# SPDX-License-Identifier: MIT
# Symbols with several versions: only today's is interposed.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_CALLS=memcpy

plan 8
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
# Of these the old one of 2.43 differs for programs of before 2.27 that define
# matherr().
alike=' acosf acoshf asinf atan2f atanhf coshf j0f j1f jnf lgammaf_r log10f
	remainder remainderf sinhf sqrtf tgammaf y0f y1f ynf '
while read -r name version; do
	grep -q "^$name@$version " "$tests/../gen/api/libc/left-out" ||
		[[ $version = GLIBC_2.43 && $alike =~ [[:space:]]$name[[:space:]] ]] ||
		echo "$name $version"
done < <(sed 's/ @@/ /' several.out) | sed 's/ / @@/' >newest.out
is "$(awk 'NR == FNR { today[$1] = $2; next }
	($1 in today) && $2 != today[$1] { print }' newest.out ours.out)" '' \
	'each of them is interposed in its newest version only, or as left-out says'

# A newer libc has another function of the same name: as cfsetispeed has been
# since 2.42. This library is one that has both.
cat >two.c <<'C'
unsigned old_speed(const void *p) { return 1; }
unsigned new_speed(const void *p) { return 2; }
__asm__(".symver old_speed, cfgetispeed@GLIBC_2.2.5");
__asm__(".symver new_speed, cfgetispeed@@GLIBC_2.42");
C
echo 'GLIBC_2.2.5 { }; GLIBC_2.42 { };' >two.map
cat >speed.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
unsigned cfgetispeed(const void *p);
#ifdef OLD
__asm__(".symver cfgetispeed, cfgetispeed@GLIBC_2.2.5");
#endif
int main(void)
{
	char termios[128] = "";
	unsigned (*found)(const void *) = (unsigned (*)(const void *))dlsym(
		dlopen("./libtwo.so", RTLD_NOW), "cfgetispeed");

	printf("%u %u\n", cfgetispeed(termios), found(termios));
	return 0;
}
C
gcc -w -shared -fPIC -Wl,--version-script,two.map -o libtwo.so two.c &&
	gcc -w -DOLD -o speed_old speed.c ./libtwo.so &&
	gcc -w -o speed_new speed.c ./libtwo.so
ok $? 'a library with two functions of one name' || exit 1
export FXTRACE_CALLS=cfgetispeed
is "$(./speed_old) $(./speed_new) $(traced ./speed_old) $(traced ./speed_new)" \
	'1 2 2 2 1 2 2 2' 'a program gets the one that it was built with'
traced ./speed_old >out
is "$(calls "$tmp"/fxt/*.fxt | grep -c cfgetispeed)" 1 \
	'the one that is described is recorded'

# glibc before 2.34 has threads in libpthread.so, and libgcc and libstdc++ take a
# weak reference to this name for the sign that it is there.
nm -D --defined-only "$lib" >exported.out
is "$(grep -c ' pthread_key_create$' exported.out) $(
	grep -c __pthread_key_create exported.out)" '1 0' \
	'C++ programs without threads do not take the recorder for libpthread'
