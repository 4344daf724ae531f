/* SPDX-License-Identifier: MIT */
/*
 * The names of files that commands make. The name that was given is the one
 * that is written: an older file of that name is kept as NAME~1, NAME~2 ...,
 * see writer/older.h. One that is still being written stays; then the new file
 * gets a number, as in a.1.fxt. For commands of one thread, or one at a time.
 */
#ifndef TOOLS_BASE_OLDER_H
#define TOOLS_BASE_OLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "writer/older.h"

/* What became of the older file. To begin with: zeros. */
struct older {
	char kept[FXW_OLDER_BYTES]; /* its name now, "" = it was not renamed */
	int refused;		    /* errno of that, 0 = it was not refused:
				       EBUSY = it is being written */
};

/*
 * Makes way for a file of that name. A device or a pipe stays, since it is
 * written to as it is.
 * path  in, out: the name, with a number if that is necessary
 * Returns false if there is no space for the number. Another process may still
 * be faster: create the file as a new one, and call this again if that fails.
 */
bool older_make_way(char *path, size_t path_bytes, struct older *older);

/* The same for a file that is in an opened folder. */
bool older_make_way_in(int folder_fd, char *path, size_t path_bytes,
		       struct older *older);

/* Reports it on stderr. given: the name as it was given; path: as it is now. */
void older_say(const struct older *older, const char *given, const char *path);

/* The same as a text for the archive, without a folder. Returns false if there
 * is nothing to report. */
bool older_text(const struct older *older, const char *given, char *text,
		size_t text_bytes);

/* There is no new file: the older one gets its name back, unless another file
 * has it by now. */
void older_return(const struct older *older, const char *given);

/* Makes "a.fxt" into "a.1.fxt", "a.2.fxt" ... until no such file exists; a
 * device or a pipe is written to as it is. False if there is no space. */
bool older_number(char *path, size_t path_bytes);

/* Name without a last ".fxt": its length. */
size_t older_stem(const char *path);

#endif
