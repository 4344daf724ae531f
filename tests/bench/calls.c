/* SPDX-License-Identifier: MIT */
/*
 * Cost of one call in a tight loop, best of several laps: a leaf function, a
 * system call, one with a string and a struct, one with a buffer. Prints "NAME
 * NS".
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LAPS 7
#define CALLS_PER_LAP 20000

static int fd;
static char buffer[64];

static void leaf(void)
{
	getenv("NO_SUCH_VARIABLE");
}

static void system_call(void)
{
	lseek(fd, 0, SEEK_SET);
}

static void with_string(void)
{
	struct stat st;

	stat("/dev/null", &st);
}

static void with_buffer(void)
{
	if (read(fd, buffer, sizeof(buffer)) < 0)
		exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static void measure(const char *name, void (*call)(void))
{
	uint64_t best_ns = UINT64_MAX;

	for (int lap = 0; lap < LAPS; lap++) {
		uint64_t start_ns = now_ns();
		uint64_t lap_ns;

		for (int i = 0; i < CALLS_PER_LAP; i++)
			call();
		lap_ns = now_ns() - start_ns;
		if (lap_ns < best_ns)
			best_ns = lap_ns;
	}
	printf("%s %.1f\n", name, (double)best_ns / CALLS_PER_LAP);
}

int main(void)
{
	fd = open("/dev/zero", O_RDONLY);
	measure("getenv", leaf);
	measure("lseek", system_call);
	measure("stat", with_string);
	measure("read", with_buffer);
	return 0;
}
