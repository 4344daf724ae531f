/* SPDX-License-Identifier: MIT */
/*
 * Looks at states of processes, see paused.h.
 */
#include "tools/manager/paused.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* More than the longest name and what comes before it. */
#define STAT_BYTES 128

/* Whether it is stopped, by a signal or a debugger. Without /proc: no. */
static bool is_stopped(uint32_t pid)
{
	char path[32], text[STAT_BYTES];
	const char *state;
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	/* the name before it may be anything */
	state = strrchr(text, ')');
	return state && state[1] == ' ' && (state[2] == 'T' || state[2] == 't');
}

/* pid_fd: -1 = none */
static bool has_ended(int pid_fd)
{
	struct pollfd end = {.fd = pid_fd, .events = POLLIN};

	return pid_fd >= 0 && poll(&end, 1, 0) == 1;
}

/* 0: it has ended, or is unknown. */
static uint32_t pid_of(int pid_fd)
{
	char path[48], line[STAT_BYTES];
	int pid = 0;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", pid_fd);
	in = fopen(path, "re");
	while (in && fgets(line, sizeof(line), in) &&
	       sscanf(line, "Pid: %d", &pid) != 1)
		;
	if (in)
		fclose(in);
	return pid > 0 ? (uint32_t)pid : 0;
}

/* Whether somebody has connected to the session, and waits. */
static bool is_awaited(const struct relief *relief)
{
	struct pollfd in = {.fd = relief->fds[RELIEF_LISTENER],
			    .events = POLLIN};

	return poll(&in, 1, 0) == 1;
}

bool paused_all(const struct relief *relief)
{
	bool has_stopped;

	if (!is_stopped((uint32_t)relief->start.manager))
		return false;
	/* it may be one that is not recorded */
	has_stopped = relief->program_fd >= 0 &&
		      is_stopped(pid_of(relief->program_fd));
	for (uint32_t i = 0; i < relief->n_members; i++) {
		const struct relief_member *member = &relief->members[i];

		if (member->join.is_gone || has_ended(member->pid_fd))
			continue;
		if (!is_stopped(member->join.kernel_pid))
			return false;
		has_stopped = true;
	}
	if (has_stopped)
		return true;
	/* what has ended is to be finished */
	return !relief->n_members && !has_ended(relief->program_fd) &&
	       !is_awaited(relief);
}
