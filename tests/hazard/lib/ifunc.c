/* SPDX-License-Identifier: MIT */
/*
 * A library that chooses an implementation while the dynamic linker relocates
 * it, and calls libc to do so. The linker relocates preloaded libraries later:
 * the tracer is called here before its own relocation.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int ifunc_answer(void);
const char *ifunc_report(void);

static char report[64]; /* a letter for each call that did what it should */

static void note_result(char letter, int is_right)
{
	unsigned n = 0;

	/* by hand: what the resolver calls is chosen with care */
	while (report[n])
		n++;
	report[n] = is_right ? letter : '-';
}

static int wrong(void)
{
	return 0;
}

static int right(void)
{
	return 42;
}

static int (*choose(void))(void)
{
	char byte = 1;
	int fd = open("/dev/zero", O_RDONLY);

	note_result('o', fd >= 0);
	note_result('r', read(fd, &byte, 1) == 1 && byte == 0);
	note_result('c', close(fd) == 0);
	errno = 0;
	note_result('e',
		    open("/no/such/file", O_RDONLY) == -1 && errno == ENOENT);
	note_result('v', !getenv("NO_SUCH_VARIABLE"));
	note_result('p', getpid() > 0);
	note_result('a', access("/", F_OK) == 0);
	return strchr(report, '-') ? wrong : right;
}

static int chosen(void) __attribute__((ifunc("choose")));

int ifunc_answer(void)
{
	return chosen();
}

const char *ifunc_report(void)
{
	return report;
}
