/* SPDX-License-Identifier: MIT */
/*
 * The one file of a session. It is a valid archive at every moment: it grows
 * by whole saves, and one that fails is cut off again. Not thread-safe; nothing
 * here exits but for want of memory.
 */
#ifndef TOOLS_MANAGER_FILE_H
#define TOOLS_MANAGER_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/manager/chunk.h"
#include "tools/archive/pack.h"

#define FILE_SAVE_CHUNKS 256u /* at most, in one save */

struct file {
	int fd;		   /* -1 = not open */
	bool is_nowhere;   /* whatever is written is gone, and well */
	bool may_cut;	   /* a file, no pipe */
	int error;	   /* errno of the write that failed; nothing is written
			      behind it */
	uint64_t n_bytes;  /* in the file */
	uint64_t capacity; /* up to there it has blocks; 0 = only its bytes' */
	uint64_t ticks_per_second; /* of all initialization records */
	uint32_t provider_id;	   /* whose records come last; 0 = nobody's */
	struct pack *pack;	   /* NULL = none */
	uint8_t *plain;		   /* a save before it is packed */
	size_t n_plain_capacity;
};

/*
 * Creates the file, 0600, never through a link and never an existing one.
 * path     "-": stdout
 * Returns 0 or errno.
 */
int file_open(struct file *file, const char *path, enum packing packing);

/* Writes to a descriptor, which is taken over, from where it stands. Returns 0
 * or errno. */
int file_open_fd(struct file *file, int fd);

/* A regular file of its own, opened elsewhere. */
void file_open_new(struct file *file, int fd, enum packing packing);

/* A file that is none: all that is saved to it is forgotten. */
void file_open_nowhere(struct file *file);

/*
 * Appends the chunks (a list of at most FILE_SAVE_CHUNKS) as one save, or as
 * many of them as there is room for, and marks those that are in the file.
 * Returns 0 or errno; then nothing more is written.
 */
int file_save(struct file *file, struct chunk *chunks);

/* Tries to append in spite of an error: a last word about it. */
void file_last_word(struct file *file, struct chunk *chunks);

/* Closes the file as it is: nobody wants it any more. */
void file_forget(struct file *file);

/* Ends and closes the file. Returns 0 or errno. */
int file_close(struct file *file);

#endif
