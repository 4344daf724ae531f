#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that do to their streams what works without the recorder, but leaves
# it nothing to look at, recorded for a replay.
. "$(dirname "$(readlink -f "$0")")/tap.sh"

plan 7
unset FXTRACE_MODE

cat >lent.c <<'C'
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void put_text(FILE *f, const char *text)
{
	while (*text)
		putc_unlocked(*text++, f);
}

int main(int argc, char **argv)
{
	FILE *f = fopen(argv[1], !strcmp(argv[2], "put") ? "w" : "r");
	char *buffer = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	setvbuf(f, buffer, _IOFBF, 4096);
	fputs("called ", f);
	fgetc(f);
	if (!strcmp(argv[2], "put"))
		put_text(f, "put");
	else
		for (int i = 0; i < 20; i++)
			getc_unlocked(f);
	munmap(buffer, 4096);
	if (!strcmp(argv[2], "close"))
		return fclose(f) ? 1 : 3;
	if (!strcmp(argv[2], "exit"))
		return 4;
	if (!fork())
		_exit(0);
	wait(NULL);
	_exit(5);
}
C
gcc -O2 -w -D_GNU_SOURCE -o lent lent.c

# recorded COMMAND...: its status, recorded for a replay
recorded() {
	rm -f x.fxt
	timeout -s KILL 60 "$fxtrace" record -q --for-replay -o x.fxt -- "$@"
	echo $?
}
seq 1 1000 >from
is "$(recorded ./lent from close)" 3 \
	'a stream is closed whose buffer has been unmapped'
is "$("$fxtrace" dump --calls fxtrace_stream_unknown x.fxt |
	grep -c 'its buffer is gone')" 1 'that it was is reported'
is "$(recorded ./lent from exit)" 4 \
	'a program ends that has unmapped the buffer of a stream'
is "$(recorded ./lent from fork)" 5 'it forks'
is "$(recorded ./lent to put)" 5 \
	'it forks while the stream has something to write'

cat >strict.c <<'C'
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	FILE *f = fopen("strict.out", "w");
	char buffer[100];

	setvbuf(f, buffer, _IOFBF, sizeof(buffer));
	fputs("called", f);
	putc_unlocked('1', f);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	putc_unlocked('2', f);
	fflush(f);
	syscall(SYS_exit, 6);
}
C
gcc -O2 -w -D_GNU_SOURCE -o strict strict.c
is "$(recorded ./strict) $(cat strict.out)" '6 called12' \
	'in a sandbox of read and write one goes on with its own buffer'
is "$("$fxtrace" dump --calls fxtrace_put x.fxt | grep -c 'data="12"')" 1 \
	'and what it puts there is recorded'
