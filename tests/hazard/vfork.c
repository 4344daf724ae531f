/* SPDX-License-Identifier: MIT */
/*
 * Ways to start a child that shares the parent's memory, or seems to. A tracer
 * that wraps vfork as an ordinary function returns twice through one frame.
 * The argument chooses one; each prints what it saw.
 */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int status_of(pid_t pid)
{
	int status = -1;

	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
}

/* The child overwrites the stack below its frame before it leaves. */
static __attribute__((noinline)) int spoil_and_leave(int i)
{
	volatile char stack[512];

	memset((void *)stack, i, sizeof(stack));
	close(dup(1));
	if (i % 2)
		_exit(stack[i] & 15);
	execl("/bin/true", "true", (char *)NULL);
	_exit(127);
}

static __attribute__((noinline)) int one_child(int i)
{
	volatile int canary = 1000 + i;
	pid_t pid = vfork();

	if (pid == 0)
		spoil_and_leave(i);
	return pid > 0 && status_of(pid) == (i % 2 ? (i & 15) : 0) &&
	       canary == 1000 + i;
}

static void children(void)
{
	int n_good = 0;

	for (int i = 0; i < 50; i++)
		n_good += one_child(i);
	printf("%d of 50 children came and went\n", n_good);
}

/* What the parent calls after a child that never returned from its call */
static void after(void)
{
	one_child(0);
	for (int i = 0; i < 10; i++)
		getenv("AFTER_VFORK");
	printf("called on\n");
}

static void failed_exec(void)
{
	pid_t pid = vfork();

	if (pid == 0) {
		execl("/no/such/program", "program", (char *)NULL);
		_exit(9);
	}
	printf("status after a failed exec: %d\n", status_of(pid));
}

static void spawn(void)
{
	char *argv[] = {"sh", "-c", "exit 6", NULL};
	pid_t pid = 0;
	int error = posix_spawn(&pid, "/bin/sh", NULL, NULL, argv, environ);

	printf("posix_spawn: %d, status %d\n", error, status_of(pid));
	error = posix_spawn(&pid, "/no/such", NULL, NULL, argv, environ);
	printf("posix_spawn of nothing: %s\n", strerror(error));
}

static void shell(void)
{
	char line[32] = "";
	FILE *pipe;

	printf("system: %d\n", WEXITSTATUS(system("exit 7")));
	fflush(stdout);
	pipe = popen("echo through a pipe", "r");
	if (pipe && fgets(line, sizeof(line), pipe))
		printf("popen: %s", line);
	printf("pclose: %d\n", pipe ? pclose(pipe) : -1);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "children";

	if (!strcmp(what, "children"))
		children();
	else if (!strcmp(what, "after"))
		after();
	else if (!strcmp(what, "failed_exec"))
		failed_exec();
	else if (!strcmp(what, "spawn"))
		spawn();
	else
		shell();
	return 0;
}
