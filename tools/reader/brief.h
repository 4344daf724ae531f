/* SPDX-License-Identifier: MIT */
/*
 * The calls of an archive in one pass over its records, without an index: a
 * third of the time that calls.h takes. Calls are delivered when they end, so
 * the inner ones come first, and only the fields below are known. This works if
 * the events of each thread are in the order of their times and nested. A
 * recorder writes them so unless something interrupts it. Otherwise the caller
 * opens the archive again and uses calls.h.
 *
 * Begins and ends pair up as in calls.h.
 */
#ifndef TOOLS_READER_BRIEF_H
#define TOOLS_READER_BRIEF_H

#include "tools/reader/calls.h"

struct fxr_brief {
	uint32_t thread, name; /* indexes of the world's */
	uint32_t mark;	       /* the user's own, see enter */
	struct fxr_text error; /* empty: none */
	/* Whether its duration is known: it has an end, and its function is not
	 * jumped to. */
	bool is_timed;
	uint64_t ns;	   /* how long */
	uint64_t inner_ns; /* of that, in calls inside of it */
	uint64_t amount;   /* what was measured */
	/* The same of all calls. A call without an end lasts as long as the
	 * call around it, or as its process, or the recording. A successful
	 * exec takes no time. */
	bool has_end;
	bool never_returns; /* its function */
	uint64_t lasted_ns, lasted_inner_ns;
	/* Whether calls are around it, and one of the same function. */
	bool is_inner, is_recursive;
};

/* A thread, from its first event to its last one. */
struct fxr_brief_life {
	uint32_t thread; /* index of the world's */
	uint64_t lasted_ns;
	/* Of that, in calls whose duration is known, inner ones once. */
	uint64_t calls_ns;
	/* Between its outermost calls, if one without an end lasts as above. */
	uint64_t between_ns;
};

struct fxr_brief_options {
	void *context;
	/* Each call at its begin, with the begin's part. outer is the mark of
	 * the call around it, or FXR_NONE. Returns its mark. May be NULL. */
	uint32_t (*enter)(void *context, uint32_t outer,
			  const struct fxr_call *part);
	/* Each call at its end. Calls without an end come once that is
	 * clear. */
	void (*take)(void *context, const struct fxr_brief *call);
	/* Each thread that has events, after all calls. May be NULL. */
	void (*live)(void *context, const struct fxr_brief_life *life);
	/* What part of a call has. A part is its begin or its end, without the
	 * other's values, as in a brief call (calls.h). The sum is the call's
	 * amount. May be NULL. */
	uint64_t (*measure)(void *context, const struct fxr_call *part);
	/* Called now and then, as in calls.h. May be NULL. */
	void (*progress)(void *context, uint64_t done_bytes,
			 uint64_t total_bytes);
};

/*
 * reader fresh
 * world   made for the reader; complete when this returns
 * Returns false if the archive cannot be read this way. The calls that were
 * delivered are void then.
 */
bool fxr_brief(struct fxr_reader *reader, struct fxr_world *world,
	       const struct fxr_brief_options *options);

/* The same in steps. A budget (memory.h) may be exceeded in the second. */
struct fxr_briefing *fxr_brief_open(struct fxr_reader *reader,
				    struct fxr_world *world,
				    const struct fxr_brief_options *options);
bool fxr_brief_read(struct fxr_briefing *briefing);
/* NULL is nothing. */
void fxr_brief_close(struct fxr_briefing *briefing);

#endif
