/* SPDX-License-Identifier: MIT */
/*
 * Walks a region of an archive record by record: whole records, parts where
 * nothing was ever written (zero words), and what cannot be a record. Reads
 * with pread, so that a file that shrinks meanwhile causes an error and no
 * signal.
 */
#ifndef TOOLS_ARCHIVE_WALK_H
#define TOOLS_ARCHIVE_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum walk_kind {
	WALK_END,    /* the region's end */
	WALK_RECORD, /* a record that is sound in itself */
	WALK_GAP,    /* zero words */
	WALK_BROKEN, /* words that belong to no sound record */
	WALK_ERROR,  /* reading failed: errno, 0 = the file has shrunk */
};

struct walk {
	int fd;
	uint64_t off; /* file offset of the item last returned */
	uint64_t next_off;
	uint64_t end_off;
	uint64_t *words; /* window of the file, from window_off */
	uint64_t window_off;
	size_t n_window_words;
	/* The item last returned; words only for WALK_RECORD, borrowed until
	 * the next call. */
	const uint64_t *item;
	uint64_t n_words;
};

/* off and end_off are multiples of 8. Dies if memory runs out. */
void walk_init(struct walk *walk, int fd, uint64_t off, uint64_t end_off);
void walk_fini(struct walk *walk);

/* The next item; after WALK_END or WALK_ERROR nothing more. */
enum walk_kind walk_next(struct walk *walk);

/* True if the record of n_words words (its header says so) is consistent:
 * everything that its header announces fits, exactly. Types that the recorder
 * does not write are not sound: here they can only be damage. */
bool walk_is_sound(const uint64_t *record, uint64_t n_words);

/* Calls of few functions make most records. An event is as sound as a sound one
 * with the same header and the same sizes in its arguments' headers. Zero at
 * the start. */
#define WALK_SHAPE_ARGS 4u
#define WALK_SHAPE_BITS 5

struct walk_shapes {
	struct walk_shape {
		uint64_t head; /* of the event; 0 = none is known */
		struct {
			uint64_t mask, want; /* of the argument's header */
			uint32_t at;	     /* its place, in words */
		} args[WALK_SHAPE_ARGS];
	} shapes[1u << WALK_SHAPE_BITS];
};

/* The same, faster. */
bool walk_is_sound_by(struct walk_shapes *shapes, const uint64_t *record,
		      uint64_t n_words);

#endif
