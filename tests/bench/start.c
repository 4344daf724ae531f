/* SPDX-License-Identifier: MIT */
/*
 * Starts a program again and again, alternating between the libraries in front
 * of it (- is none). Prints for each: the library, the medians of the ns that a
 * run took by the clock and of the processor, and its page faults.
 *	start RUNS LIBRARY... -- PROGRAM
 */
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

enum { WALL, CPU, FAULTS, N_VALUES, MAX_LIBRARIES = 8 };
static int64_t *values[MAX_LIBRARIES][N_VALUES];

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static int64_t ns(struct timeval t)
{
	return t.tv_sec * 1000000000ll + t.tv_usec * 1000ll;
}

static void run(int library, int i, const char *preload, char **command)
{
	struct rusage usage;
	int64_t begin;
	pid_t pid;
	int status;

	/* the same variables each time, since the library looks through them */
	setenv("LD_PRELOAD", strcmp(preload, "-") ? preload : "", 1);
	begin = now_ns();
	if (posix_spawn(&pid, command[0], NULL, NULL, command, environ))
		exit(1);
	wait4(pid, &status, 0, &usage);
	if (status)
		exit(1);
	values[library][WALL][i] = now_ns() - begin;
	values[library][CPU][i] = ns(usage.ru_utime) + ns(usage.ru_stime);
	values[library][FAULTS][i] = usage.ru_minflt;
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0, n_libraries = 0;

	while (2 + n_libraries < argc && strcmp(argv[2 + n_libraries], "--"))
		n_libraries++;
	if (n < 1 || n_libraries > MAX_LIBRARIES || 3 + n_libraries >= argc)
		return 2;
	for (int l = 0; l < n_libraries; l++)
		for (int v = 0; v < N_VALUES; v++)
			values[l][v] = calloc((size_t)n, sizeof(int64_t));
	for (int i = 0; i < n; i++)
		for (int l = 0; l < n_libraries; l++)
			run(l, i, argv[2 + l], argv + 3 + n_libraries);
	for (int l = 0; l < n_libraries; l++) {
		printf("%s", argv[2 + l]);
		for (int v = 0; v < N_VALUES; v++) {
			qsort(values[l][v], (size_t)n, sizeof(int64_t),
			      compare);
			printf(" %lld", (long long)values[l][v][n / 2]);
		}
		printf("\n");
	}
	return 0;
}
