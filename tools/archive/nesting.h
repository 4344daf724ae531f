/* SPDX-License-Identifier: MIT */
/*
 * Which call was made inside which: the open calls of each thread, as calls
 * come in the order in which they began. A call without an end lasts as long as
 * the call around it. Without such a call it lasts until its process ended, or
 * the recording. A successful exec takes no time.
 */
#ifndef TOOLS_ARCHIVE_NESTING_H
#define TOOLS_ARCHIVE_NESTING_H

#include "tools/reader/calls.h"

struct nested {
	uint64_t number;
	uint64_t begin_ns, end_ns;
	uint64_t inner_ns; /* spent in the calls that it made */
	uint32_t depth;	   /* 0: none is around it; else that one precedes it in
			      memory */
	uint32_t mark;	   /* for the user of this file */
};

struct nesting;

/*
 * world    borrowed; all its threads are known.
 * last_ns  of the recording.
 * ended    called for each call when it has ended, or at close; may be NULL
 */
struct nesting *nesting_open(const struct fxr_world *world, uint64_t last_ns,
			     void (*ended)(void *context,
					   const struct nested *call),
			     void *context);
void nesting_close(struct nesting *nesting);
/* The same, but nothing more is called. NULL is nothing. */
void nesting_drop(struct nesting *nesting);

/* Takes the next call; borrowed until the next one is taken. */
struct nested *nesting_take(struct nesting *nesting,
			    const struct fxr_call *call);

#endif
