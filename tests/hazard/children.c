/* SPDX-License-Identifier: MIT */
/*
 * Children that do not come from the fork wrapper, or whose first call comes
 * before it returns. They are of a fork handler, daemon(), the bare system
 * call, and a fork in a signal handler that interrupted a call. Each ends with
 * status 5 and makes calls of its own.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/arch.h"

#define N_FORKS 60

static volatile sig_atomic_t n_forks, n_bad, bad_status;
static pid_t parent;
static timer_t timer;

static void print_status(pid_t child)
{
	int status;

	waitpid(child, &status, 0);
	printf("status %x\n", (unsigned)status);
}

static void call_in_child(void)
{
	getenv("IN_CHILD");
}

static void rearm(void)
{
	struct itimerspec once = {{0, 0}, {0, 50000 + rand() % 30000}};

	timer_settime(timer, 0, &once, NULL);
}

static void fork_in_handler(int signo)
{
	int status;
	pid_t child = fork();

	(void)signo;
	if (child == 0)
		return;
	waitpid(child, &status, 0);
	if (status != 0x500) {
		n_bad++;
		bad_status = status;
	}
	/* no more than these, however late timer_delete comes */
	if (++n_forks < N_FORKS)
		rearm();
}

static void storm(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
				 .sigev_signo = SIGUSR1};

	signal(SIGUSR1, fork_in_handler);
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	rearm();
	while (n_forks < N_FORKS && getpid() == parent)
		getenv("IN_PARENT");
	if (getpid() != parent) {
		for (int i = 0; i < 100; i++)
			getenv("IN_CHILD");
		exit(5);
	}
	timer_delete(timer);
	printf("%d children, %d ended badly\n", (int)n_forks, (int)n_bad);
	if (n_bad)
		printf("one with status %x\n", (unsigned)bad_status);
}

int main(int argc, char **argv)
{
	pid_t child;

	(void)argc;
	parent = getpid();
	if (!strcmp(argv[1], "storm")) {
		storm();
		return 0;
	}
	if (!strcmp(argv[1], "warm"))
		getenv("IN_PARENT");
	if (strcmp(argv[1], "raw"))
		pthread_atfork(NULL, NULL, call_in_child);
	child = strcmp(argv[1], "raw") ? fork() : raw_fork();
	if (child == 0) {
		if (!strcmp(argv[1], "daemon") && daemon(1, 1))
			exit(1);
		getenv("IN_CHILD");
		exit(5);
	}
	print_status(child);
	return 0;
}
