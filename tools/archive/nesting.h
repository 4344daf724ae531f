/* SPDX-License-Identifier: MIT */
/*
 * Which call of an archive was made inside which, see nested.h. A successful
 * exec takes no time.
 */
#ifndef TOOLS_ARCHIVE_NESTING_H
#define TOOLS_ARCHIVE_NESTING_H

#include "tools/base/nested.h"
#include "tools/reader/calls.h"

/*
 * world    borrowed; all its threads are known.
 * last_ns  of the recording.
 * ended    called for each call when it has ended, or at close; may be NULL
 */
struct nesting *nesting_open(const struct fxr_world *world, uint64_t last_ns,
			     void (*ended)(void *context,
					   const struct nested *call),
			     void *context);

/* Takes the next call; borrowed until the next one is taken. */
struct nested *nesting_take(struct nesting *nesting,
			    const struct fxr_call *call);

#endif
