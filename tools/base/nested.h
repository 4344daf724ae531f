/* SPDX-License-Identifier: MIT */
/*
 * Which call was made inside which: the open calls of each thread, as calls
 * come in the order in which they began. A call without an end lasts as long as
 * the call around it. Without such a call it lasts until its process ended, or
 * the recording.
 */
#ifndef TOOLS_BASE_NESTED_H
#define TOOLS_BASE_NESTED_H

#include <stddef.h>
#include <stdint.h>

struct nested {
	uint64_t number;
	uint64_t begin_ns, end_ns;
	uint64_t inner_ns; /* spent in the calls that it made */
	uint32_t depth;	   /* 0: none is around it; else that one precedes it in
			      memory */
	uint32_t mark;	   /* for the user of this file */
};

struct nesting;

struct nesting_how {
	size_t n_threads;
	uint64_t last_ns; /* of the recording */
	/* When the thread's process ended; UINT64_MAX: unknown. */
	uint64_t (*exit_ns)(void *exits, size_t thread);
	void *exits;
	/* Called for each call when it has ended, or at close; may be NULL. */
	void (*ended)(void *context, const struct nested *call);
	void *context;
};

struct nesting *nesting_new(const struct nesting_how *how);
/* The member of `how`. */
void *nesting_exits(const struct nesting *nesting);
void nesting_close(struct nesting *nesting);
/* The same, but nothing more is called. NULL is nothing. */
void nesting_drop(struct nesting *nesting);

/* Puts the next call of a thread; borrowed until the next one is put. end_ns:
 * UINT64_MAX if it has none. */
struct nested *nesting_put(struct nesting *nesting, size_t thread,
			   uint64_t number, uint64_t begin_ns, uint64_t end_ns);

#endif
