/* SPDX-License-Identifier: MIT */
/* A library whose program waits for DEAF_S seconds before it first looks for
 * events. */
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

int epoll_wait(int fd, struct epoll_event *events, int n, int timeout_ms)
{
	const char *seconds = getenv("DEAF_S");

	if (seconds)
		sleep((unsigned)atoi(seconds));
	unsetenv("DEAF_S");
	return (int)syscall(SYS_epoll_pwait, fd, events, n, timeout_ms, NULL,
			    8);
}
