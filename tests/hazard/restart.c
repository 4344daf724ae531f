/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread */
/*
 * Numbered calls at full speed, and reports of how far they are.
 *	restart N_PROCESSES N_THREADS
 * Each thread makes calls of its own series. Handlers of a timer make those of
 * the last series, HANDLER. The number of a call is series * 10^8 + its place.
 * For each line of stdin the first process prints a line `at SERIES N` for each
 * series: N calls have begun. The end of stdin ends all series, and prints the
 * same as `made`. The call that waits for these lines is open meanwhile.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "numbered.h"

#define NUMBERS 100000000L
#define HANDLER 9

/* Of all processes. */
static struct {
	_Atomic int is_over;
	_Atomic long n_begun[HANDLER + 1];
} * shared;

static void *run(void *arg)
{
	long series = (long)arg;

	while (!shared->is_over)
		call(series * NUMBERS + shared->n_begun[series]++);
	return NULL;
}

static void handle(int number)
{
	(void)number;
	call(HANDLER * NUMBERS + shared->n_begun[HANDLER]++);
}

static void make_calls(long first, long n_threads)
{
	pthread_t threads[HANDLER];

	for (long i = 0; i < n_threads; i++)
		if (pthread_create(&threads[i], NULL, run, (void *)(first + i)))
			_exit(3);
	for (long i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
}

static void print_progress(const char *what, long n)
{
	for (long i = 0; i < n; i++)
		printf("%s %ld %ld\n", what, i, (long)shared->n_begun[i]);
	printf("%s %d %ld\n", what, HANDLER, (long)shared->n_begun[HANDLER]);
	fflush(stdout);
}

static void *listen(void *arg)
{
	long n = (long)arg;
	char line;

	while (read(0, &line, 1) == 1)
		print_progress("at", n);
	shared->is_over = 1;
	return NULL;
}

int main(int argc, char **argv)
{
	const struct itimerval often = {{0, 700}, {0, 700}}, never = {0};
	long n_processes, n_threads;
	pthread_t listener;
	pid_t child = 0;

	if (argc != 3)
		return 2;
	n_processes = atol(argv[1]);
	n_threads = atol(argv[2]);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || n_processes * n_threads > HANDLER)
		return 3;
	for (long i = 1; i < n_processes; i++) {
		child = fork();
		if (child == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			make_calls(i * n_threads, n_threads);
			return 0;
		}
	}
	puts("begun");
	fflush(stdout);
	pthread_create(&listener, NULL, listen,
		       (void *)(n_processes * n_threads));
	sigaction(SIGALRM,
		  &(struct sigaction){.sa_handler = handle,
				      .sa_flags = SA_RESTART},
		  NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	make_calls(0, n_threads);
	setitimer(ITIMER_REAL, &never, NULL);
	pthread_join(listener, NULL);
	while (wait(NULL) > 0)
		;
	print_progress("made", n_processes * n_threads);
	return 0;
}
