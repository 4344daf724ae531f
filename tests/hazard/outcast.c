/* SPDX-License-Identifier: MIT */
/*
 * Starts processes in every way, and processes in these again, and prints how
 * they ended. What it runs in may leave a recorder no way to a manager or a
 * file. With an argument it execs that, with the arguments behind it, first.
 */
/* BUILD: -lpthread */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/arch.h"

extern char **environ;
#if __GLIBC_PREREQ(2, 34)
pid_t _Fork(void);
#else
#define _Fork fork
#endif

static void tell(const char *how, pid_t pid)
{
	int status = -1;

	waitpid(pid, &status, 0);
	printf("%s: %x\n", how, (unsigned)status);
	fflush(stdout);
}

static pid_t raw_clone(void)
{
	return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

/* A child that has a child of its own. */
static void by_fork(const char *how, pid_t (*make)(void))
{
	pid_t pid = make();

	if (pid == 0) {
		getenv("CHILD");
		pid = make();
		if (pid == 0)
			_exit(getenv("NO_SUCH_VARIABLE") != NULL);
		tell(how, pid);
		setenv("CHILD", "1", 1);
		_exit(3);
	}
	tell(how, pid);
}

static void by_exec(void)
{
	char *argv[] = {"sh", "-c", "(exit 4); exit 5", NULL};
	pid_t pid = vfork();

	if (pid == 0) {
		execv("/no/such/program", argv);
		execv("/bin/sh", argv);
		_exit(1);
	}
	tell("vfork", pid);
	if (posix_spawn(&pid, "/bin/sh", NULL, NULL, argv, environ) == 0)
		tell("posix_spawn", pid);
	if (posix_spawnp(&pid, "/no/such/program", NULL, NULL, argv, environ))
		printf("no program\n");
	printf("system: %x\n", (unsigned)system("sh -c 'exit 6'"));
}

static void by_popen(void)
{
	FILE *in = popen("echo popen", "r");
	char line[32] = "";

	if (in && fgets(line, sizeof(line), in))
		printf("%s%x\n", line, (unsigned)pclose(in));
}

static void *run(void *unused)
{
	(void)unused;
	by_fork("fork in a thread", fork);
	return NULL;
}

/* Behind a filter that permits everything. */
static void by_sandbox(void)
{
	struct sock_filter rules[] = {
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	struct sock_fprog filter = {1, rules};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		printf("no sandbox\n");
	by_fork("fork in a sandbox", fork);
	by_exec();
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc > 1) {
		execvp(argv[1], argv + 1);
		return 127;
	}
	by_fork("fork", fork);
	by_fork("_Fork", _Fork);
	by_fork("raw fork", raw_fork);
	by_fork("raw clone", raw_clone);
	by_exec();
	by_popen();
	if (pthread_create(&thread, NULL, run, NULL) == 0)
		pthread_join(thread, NULL);
	by_sandbox();
	return 7;
}
