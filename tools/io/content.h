/* SPDX-License-Identifier: MIT */
/*
 * The known bytes of a file when the recording began. They are derived from
 * later reads of bytes that the recording had not written. They are stored at
 * once in a file of the box, under a number in a separate folder, and not in
 * memory. One thread.
 */
#ifndef TOOLS_IO_CONTENT_H
#define TOOLS_IO_CONTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/io/box.h"
#include "tools/io/extent.h"

#define STORE_N_OPEN 32u
#define STORE_FOLDER 40u
#define STORE_PATH (STORE_FOLDER + 12u)

/* The storage of the bytes. */
struct store {
	const struct box *box;
	char folder[STORE_FOLDER]; /* "/.fxtrace-..." */
	struct {
		uint32_t number;
		int fd; /* -1 = none */
	} open[STORE_N_OPEN];
	int error; /* -errno of the first failure */
};

/* Of one file. All zero = nothing is known. */
struct content {
	struct extents final;  /* final: later reads do not count */
	struct extents known;  /* of these, with their initial bytes */
	struct extents wanted; /* read or mapped, but not recorded then */
	bool has_size;	       /* its initial size is known: */
	uint64_t size;
	uint64_t least; /* it had this size or more */
	/* What the recording has done to the file: */
	bool is_cut; /* its end was cut; its size gives no information now */
	bool has_now;
	uint64_t now; /* its size */
	uint64_t written_to, n_appended;
	bool is_buffered; /* a stream has unwritten data for it */
	bool is_stored;	  /* the store has a file for it */
};

/* Creates the folder; -errno. */
int store_open(struct store *store, const struct box *box);
/* Removes the folder, which must be empty by now. */
void store_close(struct store *store);
/* The path in the box of a number's file. */
void store_path(const struct store *store, uint32_t number,
		char path[STORE_PATH]);

/*
 * n bytes were read at an offset, of which the first n_bytes are recorded.
 * Returns true if that shows that the file existed at the start.
 */
bool content_read(struct content *content, struct store *store, uint32_t number,
		  uint64_t off, const void *bytes, uint64_t n_bytes,
		  uint64_t n);
/* A range was read or mapped whose bytes may be recorded later, or never. */
void content_want(struct content *content, uint64_t off, uint64_t n);
/* A range that contains zeros, as content_read. */
bool content_zeros(struct content *content, uint64_t off, uint64_t n);
/* The file now has this size. Returns the same. */
bool content_saw_size(struct content *content, uint64_t size);

void content_write(struct content *content, uint64_t off, uint64_t n);
/* n bytes were written at the end, wherever that is. */
void content_append(struct content *content, uint64_t n);
/* The size was set. */
void content_cut(struct content *content, uint64_t size);
/* The bytes of a range are unknown from now on; its end may have moved. */
void content_change(struct content *content, uint64_t off, uint64_t n);

/* The initial size, and how much of it is known. */
uint64_t content_size(const struct content *content);
uint64_t content_n_known(const struct content *content);
/* Bytes that the recording has read and whose values are unknown. */
uint64_t content_n_lacking(const struct content *content);
void content_fini(struct content *content);

#endif
