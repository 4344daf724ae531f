/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread -lrt */
/*
 * Threads that make the same call for ever. They count, in a file, the calls
 * that have returned, so that the killer knows what the trace must hold.
 *	kill COUNTERS N_THREADS [N_CALLS [KILL_US]]
 * KILL_US: the kernel kills it that long after its first call.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct counter {
	_Atomic uint64_t n_returned;
	uint64_t padding[7]; /* a cache line each */
};

static uint64_t n_calls = UINT64_MAX;
static int fd = -1;

static void *call(void *arg)
{
	struct counter *counter = arg;

	for (uint64_t i = 0; i < n_calls; i++) {
		lseek(fd, (off_t)i, SEEK_SET);
		counter->n_returned++;
	}
	return NULL;
}

static void kill_after(long us)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
				 .sigev_signo = SIGKILL};
	struct itimerspec once = {
		.it_value = {us / 1000000, us % 1000000 * 1000 + 1}};
	timer_t timer;

	if (timer_create(CLOCK_MONOTONIC, &event, &timer) ||
	    timer_settime(timer, 0, &once, NULL))
		exit(2);
}

int main(int argc, char **argv)
{
	int n_threads = argc > 2 ? atoi(argv[2]) : 1;
	struct counter *counters;
	pthread_t threads[16];

	fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	counters = mmap(NULL, 16 * sizeof(*counters), PROT_READ | PROT_WRITE,
			MAP_SHARED, fd, 0);
	if (fd < 0 || counters == MAP_FAILED || n_threads > 16)
		return 1;
	if (argc > 3)
		n_calls = strtoull(argv[3], NULL, 0);
	if (argc > 4)
		kill_after(atol(argv[4]));
	for (int i = 1; i < n_threads; i++)
		pthread_create(&threads[i], NULL, call, &counters[i]);
	call(&counters[0]);
	for (int i = 1; i < n_threads; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
