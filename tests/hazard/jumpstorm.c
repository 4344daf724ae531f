/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread -lrt */
/*
 * Signals come every 100 us to threads whose handlers run on a stack above
 * their frames. The handlers make calls, raise another signal now and then, and
 * jump out now and then. All calls carry numbers.
 *	jumpstorm N_CALLS ON_OWN
 * Prints the numbers of the calls that have returned, one a line. Each thread
 * makes about N_CALLS. ON_OWN 0: handlers run on the thread's stack.
 */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define N_THREADS 3
#define MOST 200000
#define STACK_BYTES 65536
#define SERIES 1000000L

static char has_returned[N_THREADS][MOST];
static int null;
static long n_wanted;
static int has_stack;

static __thread sigjmp_buf back;
static __thread volatile int may_jump;
static __thread volatile int n_inside; /* handlers */
static __thread long self;
static __thread volatile long n_made;

/* Not in between: the number is the call's. */
static void call(void)
{
	long number = __atomic_fetch_add(&n_made, 1, __ATOMIC_RELAXED);

	if (number >= MOST)
		return;
	if (lseek(null, (self + 1) * SERIES + number, SEEK_SET) >= 0)
		has_returned[self][number] = 1;
}

static void handle(int signo)
{
	static __thread unsigned seed;
	unsigned chance = (seed = seed * 1103515245 + 12345) >> 16;

	n_inside++;
	call();
	if (signo == SIGUSR1 && chance % 7 == 0 && n_inside < 4)
		raise(SIGUSR2);
	call();
	n_inside--;
	if (may_jump && chance % 5 == 0) {
		may_jump = 0;
		n_inside = 0;
		siglongjmp(back, 1);
	}
}

static timer_t start_timer(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
				 .sigev_signo = SIGUSR1};
	struct itimerspec often = {{0, 100000}, {0, 100000}};
	timer_t timer;

	event._sigev_un._tid = gettid();
	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		exit(3);
	timer_settime(timer, 0, &often, NULL);
	return timer;
}

static void *run(void *number)
{
	char space[STACK_BYTES];
	stack_t signals = {.ss_sp = space, .ss_size = sizeof(space)};
	timer_t timer;

	self = (long)number;
	if (has_stack)
		sigaltstack(&signals, NULL);
	timer = start_timer();
	while (n_made < n_wanted) {
		if (sigsetjmp(back, 1))
			continue;
		may_jump = 1;
		for (int i = 0; i < 50; i++)
			call();
		may_jump = 0;
	}
	timer_delete(timer);
	return NULL;
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_handler = handle,
				   .sa_flags = SA_RESTART | SA_ONSTACK};
	pthread_t threads[N_THREADS];

	if (argc < 3)
		return 2;
	n_wanted = atol(argv[1]);
	has_stack = atoi(argv[2]);
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGUSR2, &action, NULL);
	for (long i = 0; i < N_THREADS; i++)
		pthread_create(&threads[i], NULL, run, (void *)i);
	for (long i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	for (long i = 0; i < N_THREADS; i++)
		for (long k = 0; k < MOST; k++)
			if (has_returned[i][k])
				printf("%ld\n", (i + 1) * SERIES + k);
	return 0;
}
