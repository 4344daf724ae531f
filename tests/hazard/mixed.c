/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread */
/*
 * All that can happen to a recorder, at random, with numbered calls:
 *	mixed run FILE SEED [jumps] [kills]
 *
 * Threads call. A timer's handler interrupts them anywhere, calls, too, and may
 * jump out. Children do the same and may be killed, and so may the process
 * itself. FILE says what was done: which calls began, which returned, which
 * were jumped out of. Prints a line that depends on nothing but SEED.
 *	mixed check FILE all|some <CALLS
 *
 * Compares that with the calls of an archive, one per line in their order:
 * SERIES NUMBER done|unfinished|abandoned. "all": every call that returned is
 * there. "some": what is there is in order. Prints how many calls there are and
 * how many began.
 */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/hazard/numbered.h"

#define MAX_SERIES 64
#define MAX_JUMPS 1000
#define HANDLERS 63 /* the series of all handlers */

struct series {
	_Atomic long n_begun;
	_Atomic long n_returned; /* one more than the last that did */
	_Atomic long n_done;	 /* calls that returned, of those of handlers */
	_Atomic long n_jumps;
	long jumps[MAX_JUMPS];
};

struct work {
	_Atomic long n_series;
	struct series series[MAX_SERIES];
};

static struct work *work;
static bool may_jump, may_kill;
static __thread struct series *mine;
static __thread sigjmp_buf *way_out;

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static void call_next(struct series *series, bool is_shared)
{
	long n = series->n_begun++;

	call((series - work->series + 1) * SERIES + n);
	if (is_shared)
		series->n_done++;
	else
		series->n_returned = n + 1;
}

static void interrupt(int signo)
{
	static _Atomic unsigned n_interrupts;
	unsigned n = n_interrupts++;

	(void)signo;
	call_next(&work->series[HANDLERS], true);
	if (!may_jump || !way_out || n % 7 || mine->n_jumps == MAX_JUMPS)
		return;
	mine->jumps[mine->n_jumps++] = mine->n_begun - 1;
	siglongjmp(*way_out, 1);
}

static void make(struct series *series, long n)
{
	sigjmp_buf out;

	mine = series;
	(void)sigsetjmp(out, 1);
	way_out = &out;
	while (series->n_begun < n)
		call_next(series, false);
	way_out = NULL;
}

static void *run_thread(void *series)
{
	make(series, 20000);
	return NULL;
}

static void set_timer(bool is_on)
{
	struct itimerval every = {{0, 150}, {0, 150}};

	if (!is_on)
		memset(&every, 0, sizeof(every));
	setitimer(ITIMER_REAL, &every, NULL);
}

static void be_child(struct series *series, unsigned fate)
{
	set_timer(true);
	make(series, 200 + fate % 3000);
	set_timer(false);
	if (may_kill && fate % 3 == 0)
		kill(getpid(), SIGKILL);
	if (fate % 3 == 1)
		exit(0);
	_exit(0);
}

static struct series *new_series(void)
{
	return &work->series[work->n_series++];
}

static void *kill_process(void *us)
{
	usleep((useconds_t)(uintptr_t)us);
	kill(getpid(), SIGKILL);
	return NULL;
}

static void run(unsigned seed)
{
	unsigned n_threads = 1 + next(&seed) % 6;
	unsigned n_children = next(&seed) % 12;
	struct sigaction action = {.sa_handler = interrupt,
				   .sa_flags = SA_RESTART};
	pthread_t threads[6], killer;

	sigaction(SIGALRM, &action, NULL);
	if (may_kill && next(&seed) % 3 == 0)
		pthread_create(&killer, NULL, kill_process,
			       (void *)(uintptr_t)(next(&seed) % 100000));
	set_timer(true);
	for (unsigned i = 0; i < n_threads; i++)
		pthread_create(&threads[i], NULL, run_thread, new_series());
	for (unsigned i = 0; i < n_children; i++) {
		struct series *series = new_series();
		unsigned fate = next(&seed);
		pid_t pid = fork();

		if (pid == 0)
			be_child(series, fate);
		if (fate % 2)
			while (waitpid(pid, NULL, 0) < 0)
				;
	}
	for (unsigned i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
	set_timer(false);
	while (wait(NULL) > 0)
		;
	printf("%u threads, %u children\n", n_threads, n_children);
}

static bool was_jumped(const struct series *series, long n)
{
	for (long i = 0; i < series->n_jumps; i++)
		if (series->jumps[i] == n)
			return true;
	return false;
}

static bool wrong(const char *why, long series, long n)
{
	printf("%s: %ld of series %ld\n", why, n, series);
	return false;
}

/* One call of the archive. seen: of its series, in their order; handlers run
 * in any thread, and have no order. */
static bool check_call(long s, long n, const char *state, bool may_lack_end,
		       char *seen, long *last)
{
	const struct series *series = &work->series[s];
	bool is_last = n == series->n_begun - 1;

	if (s < 0 || s >= MAX_SERIES || n < 0 || n >= series->n_begun ||
	    n >= SERIES)
		return wrong("never made", s, n);
	if (seen[n]++)
		return wrong("twice", s, n);
	if (s == HANDLERS)
		return true;
	if (n <= *last)
		return wrong("not in order", s, n);
	*last = n;
	if (strcmp(state, "done") != 0 && !may_lack_end &&
	    !was_jumped(series, n) && !(is_last && series->n_returned <= n))
		return wrong(state, s, n);
	return true;
}

static bool is_whole(long s, const char *seen)
{
	const struct series *series = &work->series[s];
	long n_end = series->n_returned;

	if (s == HANDLERS) /* if one was killed it is not known which */
		n_end = series->n_done == series->n_begun ? series->n_done : 0;
	for (long n = 0; n < n_end; n++)
		if (!seen[n] && !was_jumped(series, n))
			return wrong("missing", s, n);
	return true;
}

static int check(bool wants_all)
{
	char *seen = calloc(MAX_SERIES, SERIES);
	static long last[MAX_SERIES];
	long s, n, n_seen = 0, n_begun = 0;
	bool is_right = true;
	char state[20];

	memset(last, -1, sizeof(last));
	while (is_right && scanf("%ld %ld %19s", &s, &n, state) == 3) {
		is_right = check_call(s - 1, n, state, !wants_all,
				      seen + (s - 1) * SERIES, &last[s - 1]);
		n_seen++;
	}
	for (s = 0; s < MAX_SERIES; s++) {
		n_begun += work->series[s].n_begun;
		if (is_right && wants_all)
			is_right = is_whole(s, seen + s * SERIES);
	}
	printf("%ld of %ld\n", n_seen, n_begun);
	return !is_right;
}

int main(int argc, char **argv)
{
	int fd;

	if (argc < 4)
		return 2;
	fd = open(argv[2], O_RDWR | O_CREAT, 0600);
	if (fd < 0 || ftruncate(fd, sizeof(*work)))
		return 2;
	work = mmap(NULL, sizeof(*work), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		    0);
	close(fd);
	if (work == MAP_FAILED)
		return 2;
	if (strcmp(argv[1], "check") == 0)
		return check(strcmp(argv[3], "all") == 0);
	for (int i = 4; i < argc; i++) {
		may_jump |= strcmp(argv[i], "jumps") == 0;
		may_kill |= strcmp(argv[i], "kills") == 0;
	}
	run((unsigned)atoi(argv[3]));
	return 0;
}
