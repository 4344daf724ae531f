/* SPDX-License-Identifier: MIT */
/* BUILD: '-Wl,-rpath,$ORIGIN/lib' -lpause -pthread */
/*
 * Makes processes and threads that call in known ways: the argument says which.
 * A thread's first call is getenv("T..."), its argument in hex. `threads N`
 * makes so many of them.
 */
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_THREADS 200

extern char **environ;
extern volatile int *pause_before, *pause_behind;
#if __GLIBC_PREREQ(2, 34)
pid_t _Fork(void); /* not in older headers */
#else
#define _Fork fork
#endif

static volatile int may_call, has_called;

static void wait_for_children(void)
{
	while (waitpid(-1, NULL, 0) > 0)
		;
}

static void forks(pid_t (*fork_)(void))
{
	for (int i = 0; i < 5; i++) {
		if (fork_() == 0) {
			if (i == 1)
				getenv("LEAF");
			if (i != 2)
				lseek(-1, 0, SEEK_SET);
			_exit(0);
		}
		wait_for_children();
	}
}

static void nested_forks(void)
{
	for (int i = 0; i < 3; i++)
		if (fork() != 0) {
			wait_for_children();
			_exit(0);
		}
	lseek(-1, 0, SEEK_SET);
}

static void call_at_fork(void)
{
	getenv("AT_FORK");
}

/* Each child names itself; the last has a child of that kind, too. */
static void vforks(void)
{
	static const char *const names[] = {"V0", "V1", "V2", "V3"};

	for (int i = 0; i < 3; i++)
		if (vfork() == 0) {
			getenv(names[i]);
			if (i == 2 && vfork() == 0) {
				getenv(names[3]);
				_exit(0);
			}
			getenv("LATER");
			_exit(0);
		}
	getenv("PARENT");
	wait_for_children();
}

static void silent_vfork(void)
{
	if (vfork() == 0)
		_exit(0);
	getenv("PARENT");
}

static void spawn(const char *what, char **environment)
{
	char *arguments[] = {"flows", (char *)(uintptr_t)what, NULL};
	pid_t pid = -1;

	if (posix_spawn(&pid, "/proc/self/exe", NULL, NULL, arguments,
			environment) != 0)
		printf("it is not spawned\n");
	wait_for_children();
}

/* With more than goes onto a stack. */
static void spawn_largely(void)
{
	static char *environment[2001];

	for (int i = 0; i < 2000; i++)
		environment[i] = "VARIABLE=x";
	spawn("leaf", environment);
	spawn("leaf", environment);
}

static void spawned(void)
{
	getenv("SPAWNED");
	for (char **e = environ; *e; e++)
		if (!strncmp(*e, "FXTRACE_FLOW", 12))
			printf("%s\n", *e);
}

static void spawns(void)
{
	char *none[] = {NULL};
	pid_t pid;

	spawn("spawned", environ);
	spawn("spawned", none);
	spawn("exec", environ);
	posix_spawn(&pid, "/no/such", NULL, NULL, none, none);
	spawn_largely();
}

static void *call(void *arg)
{
	char name[32];

	snprintf(name, sizeof(name), "T%lx", (unsigned long)arg);
	while (!may_call)
		;
	getenv(name);
	for (int i = 0; i < 20; i++)
		getenv("LATER");
	has_called = 1;
	return NULL;
}

static pthread_t create(uintptr_t number)
{
	pthread_t thread = 0;

	if (pthread_create(&thread, NULL, call, (void *)number))
		exit(2);
	return thread;
}

static void threads(int n)
{
	pthread_t all[N_THREADS];

	for (int i = 0; i < n; i++)
		all[i] = create((uintptr_t)i + 16);
	may_call = 1;
	for (int i = 0; i < n; i++)
		pthread_join(all[i], NULL);
}

/* Threads that call before pthread_create returns; their handle, and where it
 * is written, are those of the thread before. */
static void early(void)
{
	pthread_t thread;

	may_call = 1;
	for (uintptr_t i = 16; i < 32; i++) {
		has_called = 0;
		pause_behind = &has_called;
		pthread_create(&thread, NULL, call, (void *)i);
		pause_behind = NULL;
		pthread_join(thread, NULL);
	}
}

static void *be_silent(void *arg)
{
	return arg;
}

/* No thread can have as much. */
static void fail_to_create(pthread_t *thread)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, (size_t)1 << 46);
	if (pthread_create(thread, &attr, be_silent, NULL) != EAGAIN)
		printf("it was created\n");
}

/* One whose handle still lies where that of the next will be. It calls while
 * the next is being created. Another one could not be created. */
static void overlapping(void)
{
	pthread_t thread, first;

	for (uintptr_t i = 16; i < 32; i += 2) {
		may_call = has_called = 0;
		pthread_create(&thread, NULL, call, (void *)i);
		first = thread;
		fail_to_create(&thread);
		may_call = 1;
		pause_before = &has_called;
		pthread_create(&thread, NULL, call, (void *)(i + 1));
		pause_before = NULL;
		pthread_join(thread, NULL);
		pthread_join(first, NULL);
	}
}

/* Handles of threads that never called, and of one that could not be
 * created. */
static void used_again(void)
{
	pthread_t thread;

	may_call = 1;
	for (uintptr_t i = 16; i < 32; i++) {
		pthread_create(&thread, NULL, be_silent, NULL);
		pthread_join(thread, NULL);
		fail_to_create(&thread);
		pthread_join(create(i), NULL);
	}
}

static void *fork_and_wait(void *arg)
{
	if (fork() == 0) {
		may_call = 1;
		pthread_join(create((uintptr_t)arg), NULL);
		_exit(0);
	}
	wait_for_children();
	return NULL;
}

/* A thread forks a process that creates a thread. */
static void mixed(void)
{
	pthread_t thread;

	for (uintptr_t i = 16; i < 20; i++) {
		pthread_create(&thread, NULL, fork_and_wait, (void *)i);
		pthread_join(thread, NULL);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "fork";
	int n = argc > 2 ? atoi(argv[2]) : N_THREADS;

	if (!strcmp(what, "fork"))
		forks(fork);
	else if (!strcmp(what, "_Fork"))
		forks(_Fork);
	else if (!strcmp(what, "nested"))
		nested_forks();
	else if (!strcmp(what, "at_fork")) {
		pthread_atfork(NULL, NULL, call_at_fork);
		forks(fork);
	} else if (!strcmp(what, "vfork"))
		vforks();
	else if (!strcmp(what, "silent_vfork"))
		silent_vfork();
	else if (!strcmp(what, "spawn"))
		spawns();
	else if (!strcmp(what, "spawned"))
		spawned();
	else if (!strcmp(what, "leaf"))
		getenv("SPAWNED");
	else if (!strcmp(what, "exec"))
		execl("/proc/self/exe", "flows", "leaf", (char *)NULL);
	else if (!strcmp(what, "threads"))
		threads(n < N_THREADS ? n : N_THREADS);
	else if (!strcmp(what, "early"))
		early();
	else if (!strcmp(what, "overlapping"))
		overlapping();
	else if (!strcmp(what, "used_again"))
		used_again();
	else
		mixed();
	return 0;
}
