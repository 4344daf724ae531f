/* SPDX-License-Identifier: MIT */
/*
 * One call from its records: reads them again, unpacks and joins them.
 */
#ifndef TOOLS_READER_FILL_H
#define TOOLS_READER_FILL_H

#include "tools/reader/calls.h"
#include "tools/reader/pair.h"

#define FXR_N_FILLED 256u

/* A function that was called recently. */
struct fxr_filled {
	uint32_t provider; /* index + 1, 0: the entry is empty */
	uint32_t name;
	const struct fxr_function *function;
};

/* Ready if all is zero except the world. */
struct fxr_filler {
	struct fxr_world *world;
	uint64_t max_blob_bytes;  /* of memory in pieces; 0 = 1 MiB */
	bool keeps_memory;	  /* calls.h, options */
	bool is_brief;		  /* the same */
	struct fxr_arena arena;	  /* of the call that was filled last */
	struct fxr_map functions; /* provider and name to function, cached */
	struct fxr_filled recent[FXR_N_FILLED];
	struct fxr_role *roles; /* join.h */
	struct fxr_record record;
	uint64_t words[2][FXT_RECORD_MAX_WORDS];
};

/* Fills the call, which borrows from the filler until the next one. False: its
 * records are not there any more. An entry without a begin gives only what the
 * call's end says. */
bool fxr_fill(struct fxr_filler *filler, const struct fxr_entry *entry,
	      struct fxr_call *call);

void fxr_filler_fini(struct fxr_filler *filler);

#endif
