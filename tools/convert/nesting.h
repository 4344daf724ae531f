/* SPDX-License-Identifier: MIT */
/*
 * Which call was made inside which one: the calls of each thread that have
 * begun and not ended yet, as calls come in the order of their beginnings. A
 * call without an end lasts as long as the one around it, or as its process if
 * that has ended, or as the recording; an exec that went well takes no time.
 */
#ifndef TOOLS_CONVERT_NESTING_H
#define TOOLS_CONVERT_NESTING_H

#include "tools/reader/calls.h"

struct nested {
	uint64_t number;
	uint64_t begin_ns, end_ns;
	uint64_t inner_ns; /* spent in calls that it made itself */
	uint32_t depth;	   /* 0: none is around it; else that one stands
			      before it in memory */
	uint32_t mark;	   /* the user's own */
};

struct nesting;

/*
 * world    borrowed; its threads are all known
 * last_ns  of the recording
 * ended    called for each call when it has ended, or at close; may be NULL
 */
struct nesting *nesting_open(const struct fxr_world *world, uint64_t last_ns,
			     void (*ended)(void *context,
					   const struct nested *call),
			     void *context);
void nesting_close(struct nesting *nesting);

/* Takes the next call; borrowed until the next one is taken. */
struct nested *nesting_take(struct nesting *nesting,
			    const struct fxr_call *call);

#endif
