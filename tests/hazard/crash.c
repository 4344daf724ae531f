/* SPDX-License-Identifier: MIT */
/*
 * Crashes at a place that its frames name: by itself, in a function of libc, or
 * in a callback from there. Or waits there until a byte comes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int *volatile nowhere = (int *)16;

static __attribute__((noinline)) int faulty_store(void)
{
	getenv("BEFORE_CRASH");
	*nowhere = 1;
	return 1;
}

static __attribute__((noinline)) int faulty_call(void)
{
	getenv("BEFORE_CRASH");
	return stat("/", (void *)nowhere) + puts((const char *)nowhere);
}

static int faulty_compare(const void *left, const void *right)
{
	*nowhere = left < right;
	return 0;
}

static __attribute__((noinline)) int faulty_callback(void)
{
	int values[] = {3, 1, 2};

	getenv("BEFORE_CRASH");
	qsort(values, 3, sizeof(*values), faulty_compare);
	return values[0];
}

static __attribute__((noinline)) int faulty_wait(void)
{
	char byte = 0;

	printf("waits\n");
	fflush(stdout);
	for (int i = 0; i < 10; i++)
		getenv("BEFORE_CRASH");
	if (read(0, &byte, 1) == 1)
		printf("got %c\n", byte);
	return 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "store";
	int rc = 0;

	if (!strcmp(how, "store"))
		rc += faulty_store();
	else if (!strcmp(how, "call"))
		rc += faulty_call();
	else if (!strcmp(how, "callback"))
		rc += faulty_callback();
	else
		rc += faulty_wait();
	return rc;
}
