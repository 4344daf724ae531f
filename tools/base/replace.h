/* SPDX-License-Identifier: MIT */
/*
 * A file that is written anew under a temporary name beside its own and renamed
 * at the end, so that nothing is left behind on failure and the name may be
 * that of the file it was made from. A link stays one: what it leads to is
 * replaced. What is no file, a device or a pipe, is written to as it is.
 */
#ifndef TOOLS_BASE_REPLACE_H
#define TOOLS_BASE_REPLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct replace {
	const char *path; /* borrowed, or real */
	char real[PATH_MAX];
	char name[PATH_MAX]; /* of what is written */
	bool is_in_place;
	FILE *out;
};

/*
 * From now on, whatever ends the process, but for SIGKILL and faults, takes
 * what is begun and not ended with it: SIGHUP, SIGINT and SIGTERM, exit; and a
 * file that grows beyond a limit is an error. For commands of one thread only.
 */
void replace_guard(void);

/*
 * from_fd  the file that it was made from: 0600 and, if that can be, its
 *          owner's, since root may do this for a user
 * error    out: why not, with the name
 * Returns false then, and nothing is there.
 */
bool replace_begin(struct replace *replace, const char *path, int from_fd,
		   char *error, size_t error_bytes);

/*
 * is_done  all of it was written: it becomes `path`; else it goes away
 * Returns is_done, or false with error: a write has failed, or the renaming.
 */
bool replace_end(struct replace *replace, bool is_done, char *error,
		 size_t error_bytes);

#endif
