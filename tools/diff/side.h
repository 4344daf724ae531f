/* SPDX-License-Identifier: MIT */
/*
 * One of two archives that are compared: the keys of all its calls, thread by
 * thread, and their places.
 *
 * A call's slot is its index among the calls of its thread, behind those of the
 * threads before. Its rank is its index among all calls in the archive's order.
 * Only calls that are compared count.
 */
#ifndef TOOLS_DIFF_SIDE_H
#define TOOLS_DIFF_SIDE_H

#include "tools/fd/descriptors.h"
#include "tools/diff/canon.h"
#include "tools/diff/spool.h"
#include "tools/reader/fill.h"

/* Numbers for the names of functions, the same in both archives. */
struct side_names {
	struct fxr_map map;
	uint32_t n;
	struct fxr_text *names; /* borrowed from the archives */
	size_t space;
};

/* The partner of a call on the other side. */
enum side_mark {
	SIDE_ALONE,  /* there is none */
	SIDE_ALIKE,  /* an equal call */
	SIDE_PAIRED, /* a call with other values */
};

/* A call's place, to read it again. */
struct side_place {
	struct fxr_entry entry;
	uint64_t first_object;
	uint32_t n_objects;
	uint32_t function;
	uint32_t slot;
	bool has_chance, is_unsure; /* canon.h */
};

struct side {
	const char *path;
	struct fxr_reader *reader;
	struct fxr_calls *calls;
	struct fxr_world *world;
	struct fxr_filler filler;
	struct canon canon;
	uint64_t n_calls;
	/* by thread: its first slot, and the one behind its last */
	size_t *first, *last;
	/* by slot */
	uint64_t *all;
	uint32_t *text, *function, *rank;
	unsigned char *marks;
	/* by rank; objects by struct side_place */
	struct spool places, objects;
};

/* Opens the archive or dies. how: for the call layer; must also select the
 * calls for which descriptors_need is true. */
void side_open(struct side *side, const char *path,
	       const struct fxr_calls_options *how);
/*
 * Reads all calls.
 *
 * is_meant    of each thread: its calls are compared.
 * is_chosen   those of the function are.
 * paths       globs of the files that they handle, or NULL.
 */
void side_read(struct side *side, struct side_names *names,
	       const bool *is_meant, const struct fxr_calls_options *is_chosen,
	       const char *paths);
void side_close(struct side *side);

/* The place of a call; valid until the next call of this. */
struct side_place side_place(struct side *side, uint64_t rank);
/* The call itself, borrowed from the side until the next one. False: the file
 * has changed. */
bool side_call(struct side *side, const struct side_place *place,
	       struct fxr_call *call);
/* Whether the temporary files could not be written or read. */
bool side_has_failed(const struct side *side);

void side_names_fini(struct side_names *names);

#endif
