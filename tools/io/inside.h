/* SPDX-License-Identifier: MIT */
/*
 * How names are resolved for box.h, the only place of it that gives the kernel
 * a path: either whole, through openat2, or as the last component, beside the
 * folder that it stands in. Nothing here opens a file but by O_PATH, unless the
 * caller's flags say so. Errors are -errno. Any thread.
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
	INSIDE_ROOT, /* there is none: the path is of slashes alone */
	INSIDE_DOT,
	INSIDE_DOT_DOT,
};

struct inside_last {
	enum inside_kind kind;
	int parent_fd; /* the caller's to close; O_PATH */
	/* For calls that do not follow it; with the slash behind it, if the
	 * path has any: the kernel knows what that means for each of them. */
	char name[NAME_MAX + 2];
};

/* openat2: flags and mode must be what it takes. */
int inside_open(const struct box *box, const char *path, int flags,
		mode_t mode);

/* The folder of the last component; 0, with a parent_fd for every kind. */
int inside_parent(const struct box *box, const char *path,
		  struct inside_last *last);

/* A path that leads to the descriptor's file and to nothing else, also to a
 * link, for calls that follow: no name of the box is looked up again. */
const char *inside_again(int fd, char text[INSIDE_TEXT]);

/* Of a call that just returned. */
static inline int inside_result(long returned)
{
	return returned < 0 ? -errno : (int)returned;
}

#endif
