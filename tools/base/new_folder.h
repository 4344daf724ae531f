/* SPDX-License-Identifier: MIT */
/*
 * Makes a folder of files under a temporary name next to its own, which it gets
 * at the end. A failure leaves nothing behind, and what has the name already is
 * replaced only if it is an empty folder. The folder has mode 0700, its files
 * 0600. No link of another user is followed, see folder.h.
 */
#ifndef TOOLS_BASE_NEW_FOLDER_H
#define TOOLS_BASE_NEW_FOLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct new_folder {
	char path[PATH_MAX]; /* without slashes at its end */
	const char *to;	     /* its last part */
	char name[32];	     /* the temporary one */
	int parent_fd, fd;
};

/* Whether a new folder may get this name, before all work. false: error says
 * why not, and what to do. */
bool new_folder_can(const char *path, char *error, size_t error_bytes);

/* From now on a folder that is begun and not ended is removed when the process
 * ends, see guard.h. One at a time. On failure, returns false with error, and
 * leaves nothing behind. */
bool new_folder_begin(struct new_folder *folder, const char *path, char *error,
		      size_t error_bytes);

/* Creates a file, to be written and closed by the caller. NULL and errno: it
 * cannot, or there is one of that name. */
FILE *new_folder_file(const struct new_folder *folder, const char *name);

/* Removes all files that were made. */
void new_folder_clear(const struct new_folder *folder);

/*
 * is_done  all of it was written: it becomes `path`; else it is removed.
 * Returns is_done, or false with error if the renaming has failed.
 */
bool new_folder_end(struct new_folder *folder, bool is_done, char *error,
		    size_t error_bytes);

#endif
