/* SPDX-License-Identifier: MIT */
/* Processes: the parent's archive first, then the forked child's. */
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/expect.h"

extern char **environ;

static void parent(pid_t pid)
{
	char *argv[] = {"true", "an argument", NULL};
	char *none[] = {NULL};
	int status;

	waitpid(pid, &status, 0);
	waitpid(-1, &status, WNOHANG);
	if (vfork() == 0)
		_exit(3);
	waitpid(-1, &status, 0);
	execve("no/such", argv, none);
	posix_spawn(&pid, "no/such", NULL, NULL, argv, none);
	posix_spawn(&pid, "/bin/true", NULL, NULL, argv, none);
	waitpid(pid, &status, 0);
}

static void expect_parent(void)
{
	expect("fork() = PID");
	expect("waitpid(pid=PID, wstatus=exited 5, options=0) = PID");
	expect("waitpid(pid=-1, options=WNOHANG) = -1 ECHILD");
	expect("vfork() = ?");
	expect("_exit(status=3) = ? <no return>");
	expect("waitpid(pid=-1, wstatus=exited 3, options=0) = PID");
	expect("execve(pathname=\"no/such\", argv=[\"true\", \"an "
	       "argument\"], envp=[]) = -1 ENOENT");
	expect("posix_spawn(path=\"no/such\", file_actions=NULL, "
	       "attrp=NULL, argv=[\"true\", \"an argument\"], envp=[]) = 2 "
	       "ENOENT");
	expect("posix_spawn(pid=PID, path=\"/bin/true\", file_actions=NULL, "
	       "attrp=NULL, argv=[\"true\", \"an argument\"], envp=[]) = 0");
	expect("waitpid(pid=PID, wstatus=exited 0, options=0) = PID");
}

static void expect_child(void)
{
	n_expected = 0;
	expect("getenv(name=\"IN_CHILD\") = NULL");
	expect("_exit(status=5) = ? <no return>");
}

int main(void)
{
	pid_t pid;

	expect_parent();
	expect_child();
	pid = fork();
	if (pid == 0) {
		getenv("IN_CHILD");
		_exit(5);
	}
	parent(pid);
	return 0;
}
