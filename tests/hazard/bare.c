/* SPDX-License-Identifier: MIT */
/*
 * Chromium's way to leave a folder for good. A child shares the memory of its
 * parent, but has nothing but zeros where a thread has its own variables. There
 * libc can do little more than make system calls.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define BYTES 65536

static int child(void *unused)
{
	int fd;

	(void)unused;
	if (chdir("/"))
		_exit(1);
	for (int i = 0; i < 3; i++)
		if (!getenv("PATH") || access("/", R_OK))
			_exit(2);
	fd = open("/dev/null", O_RDONLY);
	if (fd < 0 || close(fd))
		_exit(3);
	_exit(7);
}

int main(void)
{
	static char stack[BYTES] __attribute__((aligned(64)));
	static char variables[BYTES] __attribute__((aligned(64)));
	int flags = CLONE_VM | CLONE_VFORK | CLONE_FS | CLONE_SETTLS | SIGCHLD;
	int status = -1;
	char path[16];
	pid_t pid;

	for (int i = 0; i < 10; i++)
		getenv("BEFORE");
#if defined(__x86_64__)
	pid = clone(child, stack + BYTES, flags, NULL, NULL,
		    variables + BYTES / 2, NULL);
#else
	(void)variables;
	pid = clone(child, stack + BYTES, flags & ~CLONE_SETTLS, NULL);
#endif
	if (pid < 0)
		return 77;
	waitpid(pid, &status, 0);
	for (int i = 0; i < 10; i++)
		getenv("BEHIND");
	printf("the child: %x, now in %s\n", (unsigned)status,
	       getcwd(path, sizeof(path)) ? path : "another folder");
	return 0;
}
