#!/bin/bash
# SPDX-License-Identifier: MIT
# Symbols with several versions: only today's is interposed, and older ones that
# are the same code.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_CALLS=memcpy

plan 9
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
# The old pthread_kill calls that of libc, see below.
is "$(awk 'FILENAME == "libc.out" { at[$1 $2] = $3 }
	FILENAME == "several.out" { today[$1] = $2 }
	FILENAME == "ours.out" && ($1 in today) && $2 != today[$1] &&
		at[$1 $2] != at[$1 today[$1]] { print $1 $2 }' \
	libc.out several.out ours.out)" "$(
	grep -o '^pthread_kill' several.out | sed 's/$/@GLIBC_2.2.5/')" \
	'each of them is interposed in its newest version only, or as the same code'

# What a program gets that is linked here. The first version of these functions
# is other code today, and is not interposed.
folder=${libc%/*}
for library in "$folder"/lib{c,m,pthread,rt,dl,util,anl,resolv}.so.[0-9]; do
	versioned "$library"
done | awk '$2 ~ /^@@/ && $1 !~ /^(exp10f|hypotf?)$/ { print $1, substr($2, 3) }' |
	sort -u >linked.out
sed 's/@*\([^ ]*\) [^ ]*$/\1/' ours.out | sort >have.out
is "$(cut -d ' ' -f 1 linked.out | sort -u |
	join - <(awk '$2 != "-"' have.out) |
	join - linked.out |
	awk '{ is[$1] = is[$1] || $2 == $3; of[$1] = $3 }
	END { for (name in is) if (!is[name]) print name, of[name] }')" '' \
	'what a program is linked with here is interposed in that version'

cat >older.c <<'END'
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int older_kill(pthread_t, int);
int older_timer(timer_t, struct itimerspec *);
__asm__(".symver older_kill, pthread_kill@GLIBC_2.2.5");
__asm__(".symver older_timer, timer_gettime@GLIBC_2.3.3");

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
	printf("timer: %d\n", older_timer(timer, &left));
	printf("self: %d\n", older_kill(pthread_self(), 0));
	pthread_create(&thread, NULL, nothing, NULL);
	while (!(error = older_kill(thread, 0)))
		sched_yield();
	printf("ended: %s\n", strerror(error));
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

# glibc before 2.34 has threads in libpthread.so, and libgcc and libstdc++ take a
# weak reference to this name for the sign that it is there.
nm -D --defined-only "$lib" >exported.out
is "$(grep -c ' pthread_key_create$' exported.out) $(
	grep -c __pthread_key_create exported.out)" '1 0' \
	'C++ programs without threads do not take the recorder for libpthread'
