/* SPDX-License-Identifier: MIT */
/*
 * What the archive is told beside a call, inside of it: events that go on
 * behind it, counters, names of objects. Only what has been recorded has
 * anything beside it, and what finds no room is not told.
 *
 * Any thread, any signal handler; after the call's begin and before its end.
 */
#ifndef PRELOAD_RUNTIME_ALONGSIDE_H
#define PRELOAD_RUNTIME_ALONGSIDE_H

#include "preload/symbol/slot.h"
#include "writer/record.h"
#include "writer/thread.h"

/* An event that ends with an id. */
struct fxp_note {
	unsigned type; /* enum fxt_event_type: asynchronous, a counter */
	struct fxw_name category, name;
	fxw_build *build; /* appends its arguments */
	const void *what;
	uint64_t id;
};

/* The thread that has the call open; NULL: it is not recorded, or the thread
 * has no way to write now. */
struct fxw_thread *fxp_alongside_thread(const struct fxp_call *call);

/* False: it is not told. */
bool fxp_alongside_event(const struct fxp_call *call,
			 const struct fxp_note *note);

/* The name of an object, whose arguments `build` appends.
 * name  UTF-8, n_bytes of it; none: it has no name any more */
bool fxp_alongside_object(const struct fxp_call *call, uint64_t pointer,
			  struct fxw_name name, fxw_build *build,
			  const void *what);

/* An id for what has this handle in this process, over the whole session; 0:
 * there is none. */
uint64_t fxp_alongside_id(uint64_t handle);

#endif
