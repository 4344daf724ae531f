/* SPDX-License-Identifier: MIT */
/*
 * The program's own open, see opening.h. The dynamic linker prefers it to
 * libc's, also for libraries.
 */
#include "tools/reader/opening.h"

#include <linux/fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tools/reader/regular.h"

#define EXPORTED __attribute__((visibility("default")))

/* fcntl.h may define them inline. */
EXPORTED int open(const char *path, int flags, ...);
EXPORTED int open64(const char *path, int flags, ...);

static _Thread_local bool is_guarded;

void opening_guard(bool is_on)
{
	is_guarded = is_on;
}

static int guarded_open(const char *path, int flags, unsigned mode)
{
	if (is_guarded)
		return regular_open(path, REGULAR_MAX_BYTES);
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE,
			    mode);
}

int open(const char *path, int flags, ...)
{
	unsigned mode = 0;
	va_list args;

	va_start(args, flags);
	if (flags & (O_CREAT | __O_TMPFILE))
		mode = va_arg(args, unsigned);
	va_end(args);
	return guarded_open(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	unsigned mode = 0;
	va_list args;

	va_start(args, flags);
	if (flags & (O_CREAT | __O_TMPFILE))
		mode = va_arg(args, unsigned);
	va_end(args);
	return guarded_open(path, flags, mode);
}
