#!/bin/bash
# SPDX-License-Identifier: MIT
# Valgrind has nothing to report of a recorded program but what it has without
# the recorder.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
plan 8
command -v valgrind >/dev/null || {
	for i in 1 2 3 4 5 6 7 8; do skip 'no valgrind' "valgrind $i"; done
	exit
}
cat >short.c <<'EOF2'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void *run(void *p)
{
	for (int i = 0; i < 100; i++) {
		getenv("HOME");
		lseek(0, 0, SEEK_CUR);
		access("/etc/passwd", R_OK);
	}
	return p;
}
static void strings(void)
{
	for (size_t n = 1; n < 70; n++) {
		char *s = malloc(n), bytes[100], link[100];
		FILE *f = fopen("/dev/null", "w");
		int fd = open("/etc/passwd", O_RDONLY);

		memset(s, 'a', n - 1);
		s[n - 1] = 0;
		setenv("X", s, 1);
		getenv(s);
		access(s, R_OK);
		(void)!readlink("link", link + n % 17, n); /* without a NUL */
		fputs(s, f);
		fprintf(f, "%s %zu\n", s, n);
		(void)!read(fd, bytes, n);
		(void)!write(fileno(f), bytes, n);
		fclose(f);
		close(fd);
		free(s);
	}
}
int main(int argc, char **argv)
{
	pthread_t t[2];

	if (argc > 1) {
		char *s = malloc(4);
		memcpy(s, "abcd", 4);
		return getenv(s) != NULL; /* no NUL behind it */
	}
	strings();
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	if (fork() == 0)
		_exit(3);
	wait(NULL);
	return 0;
}
EOF2
${CC:-cc} -w -g -O1 -fno-builtin -o short short.c -lpthread || exit 1
ln -s a23456789012345678901234567890123456789012345678901234567890123456789012345 link
mkdir fxt
# What this valgrind says itself of a system call that the recorder needs: 3.16
# does not know of seals.
cat >seals.c <<'EOF2'
#include <fcntl.h>
int main(void) { return fcntl(-1, F_ADD_SEALS, 0) == 0; }
EOF2
${CC:-cc} -w -D_GNU_SOURCE -o seals seals.c || exit 1
valgrind -q ./seals 2>&1 >/dev/null | sed 's/^==[0-9]*== //' >own.err
# reports: how many lines of err.out are not of that kind
reports() { sed 's/^==[0-9]*== //' err.out | grep -cvxFf own.err; }
# clean TOOL OPTION...: of record valgrind, status and reports
clean() {
	timeout 300 "$fxtrace" record -q -o fxt/x.fxt valgrind -q --tool="$1" \
		--error-exitcode=9 "${@:2}" ./short 2>err.out
	echo "$? $(reports)"
	rm -f fxt/*
}
is "$(clean memcheck)" '0 0' 'memcheck reports nothing' || note <err.out
is "$(FXTRACE_CALLS='+*' clean memcheck)" '0 0' \
	'nor with all functions recorded' || note <err.out
is "$(clean helgrind)" '0 0' 'helgrind reports nothing' || note <err.out
is "$(clean drd)" '0 0' 'drd reports nothing' || note <err.out
FXTRACE_MODE=oneshot FXTRACE_OUTPUT=$tmp/fxt/ LD_PRELOAD=$lib timeout 300 \
	valgrind -q --error-exitcode=9 ./short 2>err.out
is "$? $(reports)" '0 0' 'nor does memcheck without record' ||
	note <err.out
"$fxtrace" record -q -o fxt/y.fxt valgrind -q --error-exitcode=9 ./short bad \
	2>err.out
is "$? $(grep -c 'Invalid read' err.out)" '9 1' \
	'what the program does wrong is reported still' || note <err.out
is "$(VALGRIND_OPTS='-q --error-exitcode=7' "$fxtrace" record -q -o fxt/z.fxt \
	valgrind ./short bad 2>/dev/null; echo $?)" 7 \
	'options in the environment hold' || note <err.out

# spent LIBRARY: instructions of 20,000 calls of getenv
spent() {
	LD_PRELOAD=$1 FXTRACE_MODE=oneshot FXTRACE_OUTPUT=$tmp/fxt/ timeout 300 \
		valgrind -q --tool=callgrind --zero-before=counted \
		--callgrind-out-file=counts "$b/tests/bench/calls" -c getenv \
		>/dev/null 2>&1
	sed -n 's/^summary: *//p' counts | tail -n 1
}
native=$(spent '')
recorded=$(spent "$lib")
[ "$recorded" -gt "$native" ] && [ $((recorded - native)) -lt $((20000 * 300)) ]
ok $? 'a tool that only counts finds what a call costs without it' ||
	note <<<"$recorded $native"
