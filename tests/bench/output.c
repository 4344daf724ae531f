/* SPDX-License-Identifier: MIT */
/*
 * What it takes to put so many bytes into a new file. Prints CPU and wall time
 * in ns for each 56 bytes, the record of a cheap call.
 *	output FILE MIB write|direct
 *
 * By write() as the manager does it, 1 MiB at a time, with blocks reserved 16
 * MiB ahead. Or with O_DIRECT, 4 MiB at a time.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)
#define AHEAD (16 * MIB)
#define RECORD_BYTES 56.0

static double cpu_ns(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e9 +
	       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e3;
}

static double wall_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void fill(int fd, size_t n_bytes, size_t piece)
{
	char *bytes = aligned_alloc(4096, piece);

	if (!bytes)
		exit(3);
	memset(bytes, 1, piece);
	for (size_t at = 0; at < n_bytes; at += piece) {
		if (at % AHEAD == 0) /* no matter where there is none */
			(void)!fallocate(fd, FALLOC_FL_KEEP_SIZE, (off_t)at,
					 AHEAD);
		if (write(fd, bytes, piece) != (ssize_t)piece)
			exit(4);
	}
}

int main(int argc, char **argv)
{
	int is_direct = argc > 3 && strcmp(argv[3], "direct") == 0;
	size_t n_bytes = argc > 2 ? strtoul(argv[2], NULL, 0) * MIB : 0;
	double cpu, wall, n;
	int fd;

	if (!n_bytes)
		return 2;
	fd = open(argv[1],
		  O_WRONLY | O_CREAT | O_EXCL | (is_direct ? O_DIRECT : 0),
		  0600);
	if (fd < 0)
		return 1; /* a file system without */
	cpu = cpu_ns();
	wall = wall_ns();
	fill(fd, n_bytes, is_direct ? 4 * MIB : MIB);
	cpu = cpu_ns() - cpu;
	wall = wall_ns() - wall;
	n = (double)n_bytes / RECORD_BYTES;
	printf("%.1f %.1f\n", cpu / n, wall / n);
	return 0;
}
