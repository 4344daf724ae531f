/* SPDX-License-Identifier: MIT */
/*
 * The calls of an archive in one pass over its records, without an index: a
 * third of the time that calls.h takes. They come when they end, so that those
 * inside of others come first, and only this is known of them. It goes where
 * the events of each thread stand in the order of their times and lie inside
 * one another, as a recorder writes them unless something interrupts it; else
 * the caller opens the archive again and takes calls.h.
 *
 * What pairs up with what is as in calls.h.
 */
#ifndef TOOLS_READER_BRIEF_H
#define TOOLS_READER_BRIEF_H

#include "tools/reader/calls.h"

struct fxr_brief {
	uint32_t thread, name; /* indexes of the world's */
	uint32_t mark;	       /* the user's own, see enter */
	struct fxr_text error; /* empty: none */
	/* Whether it is known how long it took: it has an end, and is no
	 * function that is jumped to. */
	bool is_timed;
	uint64_t ns;	   /* how long */
	uint64_t inner_ns; /* of that, in calls inside of it */
	uint64_t amount;   /* what was measured */
	/* The same of all calls; one without an end lasts as long as the one
	 * around it, or as the recording. */
	bool has_end;
	uint64_t lasted_ns, lasted_inner_ns;
};

struct fxr_brief_options {
	void *context;
	/* Each call at its begin, which part has; outer is the mark of the one
	 * around it, FXR_NONE: there is none. Returns its mark. May be NULL. */
	uint32_t (*enter)(void *context, uint32_t outer,
			  const struct fxr_call *part);
	/* Each call, at its end; those without one when that is clear. */
	void (*take)(void *context, const struct fxr_brief *call);
	/* What part of a call has, its begin or its end, which then has no
	 * other values: as a brief call's (calls.h). The sum is its amount. May
	 * be NULL. */
	uint64_t (*measure)(void *context, const struct fxr_call *part);
	/* Called now and then, as in calls.h. May be NULL. */
	void (*progress)(void *context, uint64_t done_bytes,
			 uint64_t total_bytes);
};

/*
 * reader  fresh
 * world   made for it; it has all when this returns
 * Returns false if the archive is none for this: what was taken is void then.
 */
bool fxr_brief(struct fxr_reader *reader, struct fxr_world *world,
	       const struct fxr_brief_options *options);

#endif
