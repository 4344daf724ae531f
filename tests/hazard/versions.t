#!/bin/bash
# SPDX-License-Identifier: MIT
# Symbols with several versions: only today's is interposed, and older ones that
# are the same code.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_CALLS=memcpy
# The first versions of all functions, and of timers.
first=GLIBC_2.2.5 timers=GLIBC_2.3.3
[ "$(uname -m)" != aarch64 ] || first=GLIBC_2.17 timers=GLIBC_2.17

plan 14
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
[ "$(wc -l <several.out)" -gt 4 ]
ok $? 'libc has functions of which old versions do something else' ||
	head libc.out | note
# Of these the old one of 2.43 differs for programs of before 2.27 that define
# matherr().
alike=' acosf acoshf asinf atan2f atanhf coshf j0f j1f jnf lgammaf_r log10f
	remainder remainderf sinhf sqrtf tgammaf y0f y1f ynf '
# is_left_out NAME VERSION: the version is not interposed, for a reason
is_left_out() {
	[[ $left_out = *$'\n'"$1@$2 "* ]] ||
		[[ $2 = GLIBC_2.43 && $alike =~ [[:space:]]$1[[:space:]] ]]
}
left_out=$'\n'$(<"$tests/../gen/api/libc/left-out")
while read -r name version; do
	is_left_out "$name" "${version#@@}" || echo "$name $version"
done <several.out >newest.out
# The old pthread_kill calls that of libc, see below.
is "$(awk 'FILENAME == "libc.out" { at[$1 $2] = $3 }
	FILENAME == "newest.out" { today[$1] = $2 }
	FILENAME == "ours.out" && ($1 in today) && $2 != today[$1] &&
		at[$1 $2] != at[$1 today[$1]] { print $1 $2 }' \
	libc.out newest.out ours.out)" "$(
	grep -o '^pthread_kill' several.out | sed "s/\$/@$first/")" \
	'each of them is interposed in its newest version only, or as the same code, or as left-out says'

# What a program gets that is linked here. The first version of these functions
# is other code today, and is not interposed.
folder=${libc%/*}
for library in "$folder"/lib{c,m,pthread,rt,dl,util,anl,resolv}.so.[0-9]; do
	versioned "$library"
done | awk '$2 ~ /^@@/ && $1 !~ /^(exp10f|hypotf?)$/ { print $1, substr($2, 3) }' |
	while read -r name version; do
		is_left_out "$name" "$version" || echo "$name $version"
	done | sort -u >linked.out
sed 's/@*\([^ ]*\) [^ ]*$/\1/' ours.out | sort >have.out
is "$(cut -d ' ' -f 1 linked.out | sort -u |
	join - <(awk '$2 != "-"' have.out) |
	join - linked.out |
	awk '{ is[$1] = is[$1] || $2 == $3; of[$1] = $3 }
	END { for (name in is) if (!is[name]) print name, of[name] }')" '' \
	'what a program is linked with here is interposed in that version'

cat >older.c <<END
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int older_kill(pthread_t, int);
int older_timer(timer_t, struct itimerspec *);
__asm__(".symver older_kill, pthread_kill@$first");
__asm__(".symver older_timer, timer_gettime@$timers");

static void *nothing(void *of)
{
	return of;
}

int main(void)
{
	struct sigevent none = {.sigev_notify = SIGEV_NONE};
	struct itimerspec left;
	pthread_t thread;
	timer_t timer;
	int error;

	timer_create(CLOCK_MONOTONIC, &none, &timer);
	printf("timer: %d\\n", older_timer(timer, &left));
	printf("self: %d\\n", older_kill(pthread_self(), 0));
	pthread_create(&thread, NULL, nothing, NULL);
	while (!(error = older_kill(thread, 0)))
		sched_yield();
	printf("ended: %s\\n", strerror(error));
	return 0;
}
END
${CC:-cc} -D_GNU_SOURCE -w -o older older.c -lpthread -lrt
export FXTRACE_CALLS=timer_gettime,pthread_kill
same 'a program that was linked with older versions gets those' ./older
is "$(calls fxt/older.*.fxt | grep -c '^[0-9]* timer_gettime(')" 1 \
	'and what is the same code is recorded'
calls fxt/older.*.fxt | grep -q '^[0-9]* pthread_kill('
is $? "$(grep -c '^pthread_kill ' several.out)" \
	'so is pthread_kill where that is its only version'
# A newer libc has another function of the same name: as cfsetispeed has been
# since 2.42. This library is one that has both.
cat >two.c <<C
unsigned old_speed(const void *p) { return 1; }
unsigned new_speed(const void *p) { return 2; }
__asm__(".symver old_speed, cfgetispeed@$first");
__asm__(".symver new_speed, cfgetispeed@@GLIBC_2.42");
C
echo "$first { }; GLIBC_2.42 { };" >two.map
cat >speed.c <<C
#include <dlfcn.h>
#include <stdio.h>
unsigned cfgetispeed(const void *p);
#ifdef OLD
__asm__(".symver cfgetispeed, cfgetispeed@$first");
#endif
int main(void)
{
	char termios[128] = "";
	unsigned (*found)(const void *) = (unsigned (*)(const void *))dlsym(
		dlopen("./libtwo.so", RTLD_NOW), "cfgetispeed");

	printf("%u %u\\n", cfgetispeed(termios), found(termios));
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

# Before 2.34 the resolver's functions have these names. Later programs do not find
# them, but those that were built then do.
oldest=GLIBC_2.2.5
[ "$(uname -m)" != aarch64 ] || oldest=GLIBC_2.17
cat >resolver.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int older_query(int, const char *, int, int, const void *, int, const void *, void *, int);
__asm__(".symver older_query, __res_mkquery@" OLDEST);
int main(void)
{
	unsigned char query[512];

	printf("%d bytes, %d %d\n", older_query(0, "name", 1, 1, NULL, 0, NULL, query, 512),
	       !!dlsym(RTLD_DEFAULT, "__res_mkquery"), !!dlsym(RTLD_DEFAULT, "res_mkquery"));
	return 0;
}
C
gcc -w -D_GNU_SOURCE -DOLDEST="\"$oldest\"" -o resolver resolver.c -Wl,--as-needed -lresolv -ldl
export FXTRACE_CALLS=__res_mkquery,res_mkquery
same 'a program finds the resolver by the names of its time' ./resolver
is "$(calls fxt/resolver.*.fxt | sed -n 's/^[0-9]* \(__res_mkquery([^,]*, [^,]*\),.*/\1/p')" \
	'__res_mkquery(op=QUERY, dname="name"' 'and it is recorded by that name'

# glibc before 2.34 has threads in libpthread.so, and libgcc and libstdc++ take a
# weak reference to this name for the sign that it is there.
nm -D --defined-only "$lib" >exported.out
is "$(grep -c ' pthread_key_create$' exported.out) $(
	grep -c __pthread_key_create exported.out)" '1 0' \
	'C++ programs without threads do not take the recorder for libpthread'
