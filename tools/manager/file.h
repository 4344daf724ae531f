/* SPDX-License-Identifier: MIT */
/*
 * The one file of a session. It is a valid archive at every moment: it grows by
 * whole saves, and a failed save is cut off again. Not thread-safe. Exits only
 * if memory runs out.
 */
#ifndef TOOLS_MANAGER_FILE_H
#define TOOLS_MANAGER_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/manager/chunk.h"
#include "tools/manager/ledger.h"
#include "tools/manager/outbox.h"
#include "tools/archive/pack.h"

#define FILE_SAVE_CHUNKS 256u /* at most, in one save */

struct file {
	int fd;			      /* -1 = not open */
	bool is_nowhere;	      /* writes succeed and are discarded */
	bool may_cut;		      /* a file, not a pipe */
	bool has_no_reserve, is_last; /* no blocks are kept behind a write */
	int error; /* errno of the write that failed; nothing is written after
		      it */
	uint64_t number;   /* archives of the session before this one */
	uint64_t n_bytes;  /* in the file */
	uint64_t capacity; /* allocated up to there; 0 = no blocks beyond its
			      bytes */
	uint64_t ticks_per_second; /* of all initialization records */
	uint32_t provider_id;	   /* of the last section; 0 = none */
	struct pack *pack;	   /* NULL = none */
	struct ledger *ledger;	   /* of the session; borrowed; NULL = none */
	struct outbox *outbox; /* of a pipe that has a ledger; NULL = none */
	bool has_begun;	       /* it says that it will have an end */
	bool has_no_table;     /* of frames: a former manager has sent some */
	bool is_joined; /* the last chunk counts only with the next one */
	uint8_t *plain; /* buffer for a save before it is packed */
	size_t n_plain_capacity;
};

/*
 * Creates the file, 0600, never through a link and never an existing one. A
 * device or a pipe is opened.
 * path     "-": stdout
 * Returns 0 or errno.
 */
int file_open(struct file *file, const char *path, enum packing packing);

/* Writes to a descriptor, which is taken over, from its current offset. Returns
 * 0 or errno. */
int file_open_fd(struct file *file, int fd);

/*
 * Goes on with the archive of a former manager: cuts it to n_bytes.
 * fd       taken over, for reading and writing
 * may_cut  it is a file. Of a pipe the rest comes from its outbox.
 * Returns 0 or errno.
 */
int file_resume(struct file *file, int fd, bool may_cut, enum packing packing,
		uint64_t n_bytes);

/* A separate regular file that the caller has opened. */
void file_open_new(struct file *file, int fd, enum packing packing);

/* A null file: all data saved to it is discarded. */
void file_open_nowhere(struct file *file);

/*
 * Appends the chunks (a list of at most FILE_SAVE_CHUNKS) as one save, or as
 * many of them as fit. Marks those that are in the file. Returns 0 or errno;
 * after an error nothing more is written.
 */
int file_save(struct file *file, struct chunk *chunks);

/* Tries to append in spite of an error: a last record about it. */
void file_last_word(struct file *file, struct chunk *chunks);

/* Closes the file unfinished: it is not needed any more. */
void file_abandon(struct file *file);

/* Ends and closes the file. Returns 0 or errno. */
int file_close(struct file *file);

#endif
