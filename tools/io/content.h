/* SPDX-License-Identifier: MIT */
/*
 * What is known of the bytes that a file held when the recording began, from
 * what was read of it since: bytes that the recording has not written itself
 * before. They go at once into a file of the box, under a number in a folder of
 * its own, and not into memory. One thread.
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

/* Where the bytes go. */
struct store {
	const struct box *box;
	char folder[STORE_FOLDER]; /* "/.fxtrace-..." */
	struct {
		uint32_t number;
		int fd; /* -1 = none */
	} open[STORE_N_OPEN];
	int error; /* -errno of the first thing that went wrong */
};

/* Of one file. All zero = nothing is known. */
struct content {
	struct extents settled; /* nothing more can be learned of them */
	struct extents known;	/* of these, what the file held */
	struct extents wanted;	/* read or mapped, and not at hand then */
	bool has_size;		/* that it had at the start: */
	uint64_t size;
	uint64_t least; /* it had this size or more */
	/* What the recording has done to the file: */
	bool is_cut; /* its end; its size says nothing now */
	bool has_now;
	uint64_t now; /* its size */
	uint64_t written_to, n_appended;
	bool is_buffered; /* a stream holds some of it */
	bool is_stored;	  /* the store has a file of it */
};

/* Makes the folder; -errno. */
int store_open(struct store *store, const struct box *box);
/* Takes the folder away, which must be empty by now. */
void store_close(struct store *store);
/* The name in the box of a number's file. */
void store_path(const struct store *store, uint32_t number,
		char path[STORE_PATH]);

/*
 * n bytes were read at an offset, of which the first n_bytes are at hand.
 * Returns true if that shows that the file was there at the start.
 */
bool content_read(struct content *content, struct store *store, uint32_t number,
		  uint64_t off, const void *bytes, uint64_t n_bytes,
		  uint64_t n);
/* A range was read or mapped whose bytes may come later, or never. */
void content_want(struct content *content, uint64_t off, uint64_t n);
/* A range that holds zeros, as content_read. */
bool content_zeros(struct content *content, uint64_t off, uint64_t n);
/* The file is so long now. Returns the same. */
bool content_saw_size(struct content *content, uint64_t size);

void content_write(struct content *content, uint64_t off, uint64_t n);
/* At the end, wherever that is. */
void content_append(struct content *content, uint64_t n);
/* The size was set. */
void content_cut(struct content *content, uint64_t size);
/* What the bytes of a range are now is not known; it may move the end. */
void content_change(struct content *content, uint64_t off, uint64_t n);

/* The size to be made, and how much of it is known. */
uint64_t content_size(const struct content *content);
uint64_t content_n_known(const struct content *content);
/* Bytes that the recording has read and that nobody knows. */
uint64_t content_n_lacking(const struct content *content);
void content_fini(struct content *content);

#endif
