/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread */
/*
 * Threads with as little as there can be: the smallest stacks, calls in the
 * destructors of thread keys, forks while others call.
 */
#include <pthread.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_key_t key;

static void *call_a_little(void *arg)
{
	int ends[2];
	char byte = 'x';

	if (pipe(ends) || write(ends[1], &byte, 1) != 1 ||
	    read(ends[0], &byte, 1) != 1)
		return NULL;
	close(ends[0]);
	close(ends[1]);
	getenv("IN_SMALL_THREAD");
	return arg;
}

/* What libc allows: 16 KiB, on arm64 128 KiB. */
static size_t least_stack(void)
{
	size_t bytes = 16384;
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	while (pthread_attr_setstacksize(&attr, bytes))
		bytes *= 2;
	return bytes;
}

static void small_stacks(void)
{
	static const size_t more[] = {0, 4096, 16384, 49152};
	size_t least = least_stack();

	for (size_t i = 0; i < sizeof(more) / sizeof(*more); i++) {
		pthread_attr_t attr;
		pthread_t thread;
		void *result = NULL;
		int error;

		pthread_attr_init(&attr);
		error = pthread_attr_setstacksize(&attr, least + more[i]);
		if (!error)
			error = pthread_create(&thread, &attr, call_a_little,
					       (void *)more);
		if (!error)
			pthread_join(thread, &result);
		printf("stack of %zu: %s, %s\n", least + more[i],
		       strerror(error), result ? "ran" : "did not run");
	}
}

/* Runs in each of the four rounds that glibc grants. */
static void key_destructor(void *value)
{
	long round = (long)value;

	getenv("IN_KEY_DESTRUCTOR");
	if (round < PTHREAD_DESTRUCTOR_ITERATIONS)
		pthread_setspecific(key, (void *)(round + 1));
}

static void *set_key(void *arg)
{
	pthread_setspecific(key, (void *)1);
	return arg;
}

static void key_destructors(void)
{
	pthread_key_create(&key, key_destructor);
	for (int i = 0; i < 20; i++) {
		pthread_t thread;

		if (!pthread_create(&thread, NULL, set_key, NULL))
			pthread_join(thread, NULL);
	}
	printf("threads have come and gone\n");
}

static volatile int stop;

static void *call_until_stopped(void *arg)
{
	while (!stop)
		getenv("UNDER_LOAD");
	return arg;
}

static void forks(int n)
{
	pthread_t threads[3];
	int n_good = 0;

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, call_until_stopped, NULL);
	for (int i = 0; i < n; i++) {
		int status = -1;
		pid_t pid = fork();

		if (pid == 0) {
			getenv("IN_FORKED_CHILD");
			_exit(i & 7);
		}
		if (waitpid(pid, &status, 0) == pid)
			n_good += WEXITSTATUS(status) == (i & 7);
	}
	stop = 1;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d of %d children\n", n_good, n);
}

/* More threads over time than there are slots for them */
static void many(void)
{
	for (int i = 0; i < 600; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, call_a_little, NULL))
			break;
		pthread_join(thread, NULL);
	}
	printf("done\n");
}

#define AT_ONCE 300

static pthread_barrier_t all;

/* Each with a name of its own and one that all have. */
static void *call_together(void *arg)
{
	char name[] = "AT_ONCE_WITH_299_OTHER_THREADS_NUMBER_000";

	for (long i = 40, n = (long)arg; i > 37; i--, n /= 10)
		name[i] = (char)('0' + n % 10);
	pthread_barrier_wait(&all);
	for (int i = 0; i < 4; i++) {
		getenv(name);
		getenv("AT_ONCE_WITH_299_OTHER_THREADS_COMMON");
	}
	pthread_barrier_wait(&all);
	return arg;
}

/* More than an archive can name by index, 255 */
static void at_once(void)
{
	pthread_t thread[AT_ONCE];
	pthread_attr_t attr;

	pthread_barrier_init(&all, NULL, AT_ONCE);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 65536);
	for (long i = 0; i < AT_ONCE; i++)
		if (pthread_create(&thread[i], &attr, call_together, (void *)i))
			exit(2);
	for (int i = 0; i < AT_ONCE; i++)
		pthread_join(thread[i], NULL);
	printf("done\n");
}

static void *wait_a_little(void *arg)
{
	getenv("BEFORE");
	usleep(60000);
	getenv("BEHIND");
	return arg;
}

/* New names: by the thread itself, and by another one. */
static void names(void)
{
	pthread_t thread;

	prctl(PR_SET_NAME, "by-itself");
	pthread_create(&thread, NULL, wait_a_little, NULL);
	usleep(20000);
	pthread_setname_np(thread, "by-another");
	pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "small_stacks";

	if (!strcmp(what, "small_stacks"))
		small_stacks();
	else if (!strcmp(what, "key_destructors"))
		key_destructors();
	else if (!strcmp(what, "forks"))
		forks(argc > 2 ? atoi(argv[2]) : 50);
	else if (!strcmp(what, "names"))
		names();
	else if (!strcmp(what, "at_once"))
		at_once();
	else
		many();
	return 0;
}
