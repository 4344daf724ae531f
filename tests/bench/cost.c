/* SPDX-License-Identifier: MIT */
/*
 * Runs a command and adds a line to FILE. It has the microseconds that the
 * command took of the processor, with the kernel's, and those by the clock. All
 * descendants count, also if they outlive their parents, as managers do.
 *	cost FILE COMMAND...
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t us(struct timeval t)
{
	return t.tv_sec * 1000000ll + t.tv_usec;
}

static int64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000ll + t.tv_nsec / 1000;
}

/* Waits for all descendants. When the command ended goes to *end_us. */
static int wait_for(pid_t command, int64_t *end_us)
{
	int status, result = -1;
	pid_t pid;

	while ((pid = wait(&status)) > 0 || errno == EINTR) {
		if (pid != command)
			continue;
		result = status;
		*end_us = now_us();
	}
	return result;
}

int main(int argc, char **argv)
{
	int64_t begin_us = now_us(), end_us = begin_us;
	struct rusage usage;
	pid_t pid;
	FILE *out;
	int status;

	if (argc < 3)
		return 2;
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	pid = fork();
	if (pid == 0) {
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	status = pid < 0 ? -1 : wait_for(pid, &end_us);
	out = fopen(argv[1], "a");
	if (status || !out || getrusage(RUSAGE_CHILDREN, &usage))
		return 1;
	fprintf(out, "%jd %jd\n",
		(intmax_t)(us(usage.ru_utime) + us(usage.ru_stime)),
		(intmax_t)(end_us - begin_us));
	return fclose(out) ? 1 : 0;
}
