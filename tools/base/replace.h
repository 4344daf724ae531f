/* SPDX-License-Identifier: MIT */
/*
 * Writes a file without a name in the same folder, and gives it its name at the
 * end. It replaces an older one, unless that is to be kept. A failure leaves
 * nothing behind, and the name may be that of the input file. Where the file
 * system has no files without a name, it has a temporary one.
 *
 * Nothing is written through a link: a link under the name is replaced, and
 * what it led to stays as it is. On the way to the folder another user's link
 * is an error (see folder.h). A device or a pipe is no file and is written to
 * directly. A link of the caller's own or root's may lead there.
 */
#ifndef TOOLS_BASE_REPLACE_H
#define TOOLS_BASE_REPLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct replace {
	const char *path;    /* borrowed */
	const char *to;	     /* its last part */
	char name[PATH_MAX]; /* of the temporary file; "": it has none */
	const char *base;    /* its last part */
	int folder_fd;	     /* of both */
	/* Set it between begin and end: an older file is kept, see older.h. It
	 * is reported, and `path` is the name that was written. */
	bool keeps_older;
	char numbered[PATH_MAX];
	bool is_in_place;
	FILE *out;
};

/*
 * From now on, temporary names of files that are begun and not ended are
 * removed when the process ends, except by SIGKILL and faults. It ends by
 * SIGHUP, SIGINT, SIGTERM or exit. A file that grows beyond a limit is an
 * error. For commands of one thread only.
 */
void replace_guard(void);

/*
 * from_fd  the file that it was made from: mode 0600 and, if possible, its
 *          owner's, since root may do this for a user
 * error    out: why not, with the name
 * On failure, returns false and leaves nothing behind.
 */
bool replace_begin(struct replace *replace, const char *path, int from_fd,
		   char *error, size_t error_bytes);

/* Gives the file a temporary name, for a library that opens files by name.
 * Returns it, or NULL and errno. */
const char *replace_name(struct replace *replace);

/*
 * is_done  all of it was written: it becomes `path`; else it is removed.
 * Returns is_done, or false with error if a write or the renaming has failed.
 */
bool replace_end(struct replace *replace, bool is_done, char *error,
		 size_t error_bytes);

/* Whether this names a device or a pipe, which is to be written to. */
bool replace_is_stream(const char *path);

/* Opens it, waiting for a pipe's reader. Returns the descriptor, or -1 and
 * errno: EACCES is another user's pipe, too. */
int replace_open_stream(const char *path);

#endif
