/* SPDX-License-Identifier: MIT */
/*
 * Prints which children a program has that has started none, and one that has
 * started one. A manager that was a child of the program would be among them,
 * or would be waited for.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t n_ended;

static void count(int signo)
{
	(void)signo;
	n_ended++;
}

static void print_waitid(int flags)
{
	siginfo_t info = {0};
	int rc = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | flags);

	printf("%d %d %d\n", rc, rc ? errno : 0, (int)info.si_pid);
}

static void list(void)
{
	char path[64], children[4096];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children",
		 (int)getpid());
	fd = open(path, O_RDONLY);
	n = fd < 0 ? -1 : read(fd, children, sizeof(children));
	printf("descriptor %d, list of %d\n", fd, (int)n);
	if (fd >= 0)
		close(fd);
}

int main(void)
{
	int status = 0;
	pid_t pid;

	alarm(20);
	signal(SIGCHLD, count);
	print_waitid(0);
	print_waitid(__WALL);
	print_waitid(__WCLONE);
	list();
	pid = fork();
	if (pid == 0)
		_exit(3);
	printf("%d %x\n", waitpid(-1, &status, 0) == pid, (unsigned)status);
	printf("%d %d\n", (int)waitpid(-1, &status, 0), errno);
	printf("%d, leader %d %d\n", (int)n_ended, getpgid(0) == getpid(),
	       getsid(0) == getpid());
	return 0;
}
