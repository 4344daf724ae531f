/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread -lrt */
/*
 * Threads whose calls carry numbers, so that a checker can find which of them
 * the archive lacks, has twice or has in the wrong order.
 *	sequence N_CALLS N_THREADS N_ROUNDS N_CHILDREN [timer]
 * In each round N_THREADS new threads make N_CALLS calls each. Meanwhile the
 * main thread forks N_CHILDREN children, one after the other. Each makes
 * N_CALLS / 8 calls and ends at once. With "timer", a signal comes every 100 us
 * and its handler makes numbered calls, too. Prints how many series of calls
 * there are of threads and of children, their lengths, and how many handlers
 * ran. The series and the number of a call are its argument.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/hazard/numbered.h"

#if !__GLIBC_PREREQ(2, 34)
#define _Fork fork
#endif

#define HANDLER 900L /* the series of all handlers */
#define MAX_THREADS 16

static long n_calls;
static _Atomic long n_handled;

static void make_series(long series, long n)
{
	for (long i = 0; i < n; i++)
		call(series * SERIES + i);
}

static void *run(void *arg)
{
	make_series((long)arg, n_calls);
	return NULL;
}

static void handle(int signo)
{
	(void)signo;
	call(HANDLER * SERIES + n_handled++);
}

static timer_t start_timer(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
				 .sigev_signo = SIGUSR1};
	struct itimerspec often = {{0, 100000}, {0, 100000}};
	struct sigaction action = {.sa_handler = handle,
				   .sa_flags = SA_RESTART};
	timer_t timer;

	sigaction(SIGUSR1, &action, NULL);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		exit(3);
	timer_settime(timer, 0, &often, NULL);
	return timer;
}

/* Children of a process whose other threads are amid calls. */
static void fork_child(long series)
{
	int status = -1;
	pid_t child = series & 1 ? fork() : _Fork();

	if (child == 0) {
		signal(SIGUSR1, SIG_IGN);
		make_series(series, n_calls / 8);
		_exit(0);
	}
	if (waitpid(child, &status, 0) != child || status != 0)
		exit(4);
}

static long run_round(long series, long n_threads, long n_children)
{
	pthread_t threads[MAX_THREADS];

	for (long i = 0; i < n_threads; i++)
		pthread_create(&threads[i], NULL, run, (void *)(series + i));
	series += n_threads;
	for (long i = 0; i < n_children; i++)
		fork_child(series++);
	for (long i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
	return series;
}

int main(int argc, char **argv)
{
	long n_threads, n_rounds, n_children, series = 1;
	timer_t timer = NULL;
	char line[96];
	int n;

	if (argc < 5)
		return 2;
	n_calls = atol(argv[1]);
	n_threads = atol(argv[2]);
	n_rounds = atol(argv[3]);
	n_children = atol(argv[4]);
	if (argc > 5)
		timer = start_timer();
	for (long i = 0; i < n_rounds; i++)
		series = run_round(series, n_threads, n_children);
	if (argc > 5) {
		timer_delete(timer);
		signal(SIGUSR1, SIG_IGN);
	}
	n = snprintf(line, sizeof(line), "%ld %ld %ld %ld %ld\n",
		     n_rounds * n_threads, n_calls, n_rounds * n_children,
		     n_calls / 8, (long)n_handled);
	return write(1, line, (size_t)n) != n;
}
