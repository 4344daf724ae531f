/* SPDX-License-Identifier: MIT */
/*
 * Calls for filters that are decided when they return: some that call back,
 * are interrupted, are left by longjmp, or fork in a handler.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG_US = 300000 };

static sigjmp_buf here;

static int slowly(const void *a, const void *b)
{
	(void)access("/back", 0);
	usleep(LONG_US);
	return *(const int *)a - *(const int *)b;
}

static int away(const void *a, const void *b)
{
	(void)a;
	(void)b;
	siglongjmp(here, 1);
}

static void calls_back(void)
{
	int few[2] = {2, 1};

	qsort(few, 2, sizeof(*few), slowly);
	if (!sigsetjmp(here, 1))
		qsort(few, 2, sizeof(*few), away);
	(void)access("/behind", 0);
}

static void handle(int unused)
{
	(void)unused;
	(void)access("/handler", 0);
}

static void fork_there(int unused)
{
	(void)unused;
	if (fork() == 0)
		(void)access("/child", 0);
}

static void leave(int unused)
{
	(void)unused;
	siglongjmp(here, 1);
}

/* A handler comes while the call waits, once. */
static void interrupt(void (*handler)(int))
{
	signal(SIGALRM, handler);
	if (sigsetjmp(here, 1))
		return;
	ualarm(LONG_US, 0);
	sleep(5);
}

static void *work(void *unused)
{
	for (int i = 0; i < 1000; i++) {
		(void)access("/", 0);
		(void)access("/thread", 0);
	}
	return unused;
}

int main(int argc, char **argv)
{
	char text[] = "text";
	pthread_t threads[4];
	int status = 0;

	(void)argc;
	if (strcmp(argv[1], "printf") == 0) {
		printf("%s %d %.1f %s %d %d %d %s\n", text, 2, 3.5, "four", 5,
		       6, 7, "eight");
		fflush(stdout);
	} else if (strcmp(argv[1], "back") == 0) {
		calls_back();
	} else if (strcmp(argv[1], "handler") == 0) {
		interrupt(handle);
		interrupt(leave);
	} else if (strcmp(argv[1], "fork") == 0) {
		interrupt(fork_there);
		if (wait(&status) > 0)
			puts("parent");
	} else {
		for (int i = 0; i < 4; i++)
			pthread_create(&threads[i], NULL, work, NULL);
		for (int i = 0; i < 4; i++)
			pthread_join(threads[i], NULL);
	}
	return 0;
}
