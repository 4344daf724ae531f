/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread */
/*
 * Calls that count themselves where a kill does not reach them, for tests that
 * kill whatever there is and then compare.
 *	steady COUNTERS N_THREADS N_CALLS PACE N_CHILDREN SIZE
 * Each thread makes N_CALLS calls of a series of its own. The offset of a call
 * is series * 10^9 + number. Once it has returned, the word of its series in
 * the file COUNTERS says so. After PACE calls the thread rests for a
 * millisecond; 0 = never. Meanwhile the main thread starts N_CHILDREN
 * children, one after the other. Each makes N_CALLS / 8 calls of its own
 * series and ends at once. With SIZE, each call is followed by a write of so
 * many bytes to /dev/null, to fill buffers.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SERIES 1000000000L
#define MAX_SERIES 512

static _Atomic uint64_t *counters;
static long n_calls, pace, n_bytes;
static char text[4096];
static int null_fd;

static void make(long series, long n)
{
	for (long i = 0; i < n; i++) {
		lseek(-1, series * SERIES + i, SEEK_SET);
		counters[series] = (uint64_t)i + 1;
		if (n_bytes)
			(void)!write(null_fd, text, (size_t)n_bytes);
		if (pace && i % pace == pace - 1)
			usleep(1000);
	}
}

static void *run(void *arg)
{
	make((long)arg, n_calls);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[16];
	long n_threads, n_children;
	int fd;

	if (argc != 7)
		return 2;
	n_threads = atol(argv[2]) & 15;
	n_calls = atol(argv[3]);
	pace = atol(argv[4]);
	n_children = atol(argv[5]);
	n_bytes = atol(argv[6]) & 4095;
	memset(text, 'x', sizeof(text));
	null_fd = open("/dev/null", O_WRONLY);
	fd = open(argv[1], O_RDWR | O_CREAT, 0600);
	if (fd < 0 || ftruncate(fd, MAX_SERIES * sizeof(*counters)))
		return 3;
	counters = mmap(NULL, MAX_SERIES * sizeof(*counters),
			PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (counters == MAP_FAILED)
		return 3;
	for (long i = 0; i < n_threads; i++)
		if (pthread_create(&threads[i], NULL, run, (void *)i))
			return 3;
	for (long i = 0; i < n_children && n_threads + i < MAX_SERIES; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			make(n_threads + i, n_calls / 8);
			_exit(0);
		}
		while (pid > 0 && waitpid(pid, NULL, 0) < 0)
			;
	}
	for (long i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
