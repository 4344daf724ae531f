/* SPDX-License-Identifier: MIT */
/*
 * What descriptors, streams and OpenGL's objects are at a call. Calls before it
 * say so. Only those that matter to that are read.
 */
#ifndef TOOLS_BROWSE_NAMING_H
#define TOOLS_BROWSE_NAMING_H

#include "tools/browse/indexed.h"
#include "tools/print/print.h"

struct naming {
	struct print_names print; /* for struct print */
	uint64_t n_acts;	  /* of the index's acts, taken */
	uint64_t next;		  /* calls before it are done with */
};

/* Of the beginning of an archive. */
void naming_open(struct naming *names, struct fxr_world *world);
/* Also of what is all zero. */
void naming_close(struct naming *names);

/* Whether calls of a function matter. */
bool naming_need(struct fxr_text category, struct fxr_text name);

/* Reads until the names at a call are known; if it is not below `next`, on from
 * there. False: end_ns of the clock has come first. It goes on with the next
 * call of this function. */
bool naming_reach(struct naming *names, struct indexed *indexed,
		  uint64_t number, uint64_t end_ns);

/* The names at that call, which is given, until naming_leave. */
void naming_enter(struct naming *names, const struct fxr_call *call);
void naming_leave(struct naming *names, struct indexed *indexed,
		  const struct fxr_call *call);

#endif
