/* SPDX-License-Identifier: MIT */
/*
 * Records that are emitted alongside a call, inside it: events that continue
 * after it, counters, names of objects. Only recorded calls have any. Records
 * that find no space are dropped.
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

/* The thread that has the call open. NULL: the call is not recorded, or the
 * thread cannot write now. */
struct fxw_thread *fxp_alongside_thread(const struct fxp_call *call);

/* False: it is dropped. */
bool fxp_alongside_event(const struct fxp_call *call,
			 const struct fxp_note *note);

/* Names an object, whose arguments `build` appends.
 * name  UTF-8, n_bytes of it; empty: the object has no name any more */
bool fxp_alongside_object(const struct fxp_call *call, uint64_t pointer,
			  struct fxw_name name, fxw_build *build,
			  const void *what);

/* An id for the object with this handle in this process, unique in the session;
 * 0: there is none. */
uint64_t fxp_alongside_id(uint64_t handle);

#endif
