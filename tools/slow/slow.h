/* SPDX-License-Identifier: MIT */
/*
 * The calls that held their threads up longest, and what the other threads
 * called meanwhile. It takes two readings: one finds the calls, the other one
 * those that overlap them.
 */
#ifndef TOOLS_SLOW_SLOW_H
#define TOOLS_SLOW_SLOW_H

#include "tools/reader/calls.h"

/* What a thread called while another one was held up. */
struct slow_function {
	uint32_t name; /* index in the world */
	uint64_t n, ns;
};

struct slow_thread {
	uint32_t thread; /* index in the world */
	uint64_t n_calls;
	uint64_t busy_ns;		 /* in calls, within that time */
	struct slow_function *functions; /* the longest first */
	size_t n_functions, space;
};

struct slow_call {
	uint64_t number, begin_ns, end_ns;
	uint64_t self_ns;	    /* without the calls inside it */
	uint32_t thread;	    /* index in the world */
	struct slow_thread *others; /* the busiest first */
	size_t n_others, space;
	/* The last call that another thread of the process had begun or ended
	 * before it ended: a thread that wakes others may return after them. */
	bool has_last, is_last_ended;
	uint64_t last_number, last_ns;
	uint32_t last_name, last_thread;
};

struct slow;

/* world, last_ns: of the first reading; n: how many calls are wanted. */
struct slow *slow_open(const struct fxr_world *world, uint64_t last_ns,
		       size_t n);

/* First reading: all calls in order; is_wanted: this one may be among the
 * results. */
void slow_find(struct slow *slow, const struct fxr_call *call, bool is_wanted);
/* Between both. */
void slow_found(struct slow *slow);
/* Second reading: all calls in order. world: its own. */
void slow_look(struct slow *slow, const struct fxr_world *world,
	       const struct fxr_call *call);
/* After both: the slowest first. Borrowed. */
const struct slow_call *slow_calls(struct slow *slow, size_t *n);

void slow_close(struct slow *slow);

#endif
