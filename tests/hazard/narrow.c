/* SPDX-License-Identifier: MIT */
/* BUILD: -lpthread */
/*
 * A thread with the smallest stack starts programs with a large environment of
 * its own making.
 */
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static char *environment[3001];
static char *arguments[] = {"true", NULL};

static void print_status(const char *how, int rc, pid_t pid)
{
	int status = -1;

	waitpid(pid, &status, 0);
	printf("%s: %d %x\n", how, rc, (unsigned)status);
}

static void *start(void *unused)
{
	pid_t pid = -1;
	int rc = posix_spawn(&pid, "/bin/true", NULL, NULL, arguments,
			     environment);

	print_status("spawn", rc, pid);
	for (int i = 0; i < 3; i++) {
		pid = vfork();
		if (pid == 0) {
			execve(i ? "/bin/true" : "/nonsense", arguments,
			       environment);
			_exit(9);
		}
		print_status("vfork", 0, pid);
	}
	return unused;
}

int main(void)
{
	pthread_attr_t attributes;
	pthread_t thread;

	for (int i = 0; i < 3000; i++)
		environment[i] = "VARIABLE=x";
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN + 4096);
	if (pthread_create(&thread, &attributes, start, NULL))
		return 1;
	pthread_join(thread, NULL);
	return 0;
}
