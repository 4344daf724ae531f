/* SPDX-License-Identifier: MIT */
/*
 * See pager.h. The keyboard belongs to the pager, so signals from it are for
 * the pager. After the user quits it, our writes fail with EPIPE, which is no
 * error.
 */
#include "tools/base/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t pager_pid;

static const char *pager_command(void)
{
	const char *pager = getenv("FXTRACE_PAGER");

	if (!pager)
		pager = getenv("PAGER");
	if (!pager)
		pager = "command -v less >/dev/null && exec less; exec cat";
	return *pager && strcmp(pager, "cat") != 0 ? pager : NULL;
}

static _Noreturn void exec_pager(const char *pager, const int ends[2])
{
	/* leave short output on the screen, pass colours, clear nothing */
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	close(ends[1]);
	execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
	_exit(127);
}

void pager_open(void)
{
	const char *pager = pager_command();
	int ends[2];

	if (!pager || !isatty(STDOUT_FILENO) || pipe(ends))
		return;
	(void)fflush(stdout);
	pager_pid = fork();
	if (pager_pid == 0)
		exec_pager(pager, ends);
	close(ends[0]);
	if (pager_pid > 0) {
		signal(SIGINT, SIG_IGN);
		signal(SIGQUIT, SIG_IGN);
		dup2(ends[1], STDOUT_FILENO);
		if (isatty(STDERR_FILENO))
			dup2(ends[1], STDERR_FILENO);
		atexit(pager_close);
	}
	close(ends[1]);
}

void pager_close(void)
{
	if (pager_pid <= 0)
		return;
	(void)fflush(stdout);
	(void)fflush(stderr);
	/* the pipe's last ends: the pager sees the end */
	close(STDOUT_FILENO);
	close(STDERR_FILENO);
	while (waitpid(pager_pid, NULL, 0) < 0 && errno == EINTR)
		;
	pager_pid = 0;
}
