/* SPDX-License-Identifier: MIT */
/*
 * Resolves names for box.h. This is its only file that gives the kernel a path:
 * a whole one through openat2, or the last component, relative to its folder.
 * Files are opened with O_PATH only, unless the caller's flags say otherwise.
 * Errors are -errno. Any thread.
 */
#ifndef TOOLS_IO_INSIDE_H
#define TOOLS_IO_INSIDE_H

#include <errno.h>
#include <limits.h>

#include "tools/io/box.h"

/* Enough for "/proc/self/fd/" and a number. */
#define INSIDE_TEXT 40

/* What the last component of a path is. */
enum inside_kind {
	INSIDE_NAME,
	INSIDE_ROOT, /* none: the path consists of slashes */
	INSIDE_DOT,
	INSIDE_DOT_DOT,
};

struct inside_last {
	enum inside_kind kind;
	int parent_fd; /* the caller closes it; O_PATH */
	/* For calls that do not follow it. It includes a trailing slash of the
	 * path, which the kernel interprets for each call. */
	char name[NAME_MAX + 2];
};

/* openat2: flags and mode must be valid for it. */
int inside_open(const struct box *box, const char *path, int flags,
		mode_t mode);

/* The folder of the last component. Returns 0, with a parent_fd for every
 * kind. */
int inside_parent(const struct box *box, const char *path,
		  struct inside_last *last);

/* A path that leads to the descriptor's file only, even if that is a link. It
 * is for calls that follow links: no name of the box is looked up again. */
const char *inside_again(int fd, char text[INSIDE_TEXT]);

/* The result of a call that just returned. */
static inline int inside_result(long returned)
{
	return returned < 0 ? -errno : (int)returned;
}

#endif
