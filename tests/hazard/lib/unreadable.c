/* SPDX-License-Identifier: MIT */
/* A library that keeps its program from opening another process's memory: as
 * files it has mapped, and with UNREADABLE=call as /proc/PID/mem, too. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_unreadable(const char *path)
{
	const char *how = getenv("UNREADABLE");

	if (strncmp(path, "/proc/", 6) != 0 || !how)
		return 0;
	return strstr(path, "/map_files/") ||
	       (strcmp(how, "call") == 0 && strstr(path, "/mem"));
}

int open(const char *path, int flags, ...)
{
	va_list args;
	int mode;

	va_start(args, flags);
	mode = va_arg(args, int);
	va_end(args);
	if (is_unreadable(path)) {
		errno = EACCES;
		return -1;
	}
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
