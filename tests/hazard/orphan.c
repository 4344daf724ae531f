/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread */
/*
 * Processes with threads that make numbered calls until a signal stops them.
 * They stay then, so that somebody can look at what they hold.
 *	orphan SERIES N_PROCESSES N_THREADS PACE
 * Each thread makes calls of a series of its own, the first thread SERIES. The
 * offset of the call is series * 10^9 + number. After PACE calls each rests for
 * a moment; 0 = never. The first process prints a line once it has begun. Then
 * SIGUSR1 to it ends all series. It prints a line `SERIES MADE` for each and
 * `end`. The others go when it does.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#define NUMBERS 1000000000L /* of one series */
#define MAX_SERIES 64

static long pace, first_series;

/* Of all processes. */
static struct {
	_Atomic int is_over;
	_Atomic int n_done;
	long n_made[MAX_SERIES];
} * shared;

static void *run(void *arg)
{
	long series = (long)arg;
	long n = 0;

	while (!shared->is_over) {
		lseek(-1, (first_series + series) * NUMBERS + n++, SEEK_SET);
		if (pace && n % pace == 0)
			usleep(50);
	}
	shared->n_made[series] = n;
	shared->n_done++;
	return NULL;
}

static void start(long series, long n_threads)
{
	pthread_t thread;

	for (long i = 0; i < n_threads; i++)
		if (pthread_create(&thread, NULL, run, (void *)(series + i)))
			_exit(3);
}

static void child(long series, long n_threads)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	start(series, n_threads);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	long n_processes, n_threads, n;
	sigset_t stop;
	int signal_number;

	if (argc != 5)
		return 2;
	first_series = atol(argv[1]);
	n_processes = atol(argv[2]);
	n_threads = atol(argv[3]);
	pace = atol(argv[4]);
	n = n_processes * n_threads;
	if (n > MAX_SERIES)
		return 2;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 3;
	sigemptyset(&stop);
	sigaddset(&stop, SIGUSR1);
	sigprocmask(SIG_BLOCK, &stop, NULL);
	for (long i = 1; i < n_processes; i++)
		if (fork() == 0)
			child(i * n_threads, n_threads);
	start(0, n_threads);
	puts("begun");
	fflush(stdout);
	sigwait(&stop, &signal_number);
	shared->is_over = 1;
	while (shared->n_done < n)
		usleep(1000);
	for (long i = 0; i < n; i++)
		printf("%ld %ld\n", first_series + i, shared->n_made[i]);
	puts("end");
	fflush(stdout);
	for (;;)
		pause();
}
