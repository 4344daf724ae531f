/* SPDX-License-Identifier: MIT */
/*
 * Adds the chosen calls of an archive to the rows of their groups. All calls
 * are taken, chosen or not: the time of inner calls always counts against the
 * outer one.
 */
#ifndef TOOLS_SUM_SUM_H
#define TOOLS_SUM_SUM_H

#include "tools/archive/nesting.h"
#include "tools/select/waiting.h"
#include "tools/sum/by.h"
#include "tools/sum/rows.h"

struct sum {
	/* Input: */
	/* Whether calls of a function are chosen, by its number in the
	 * world. Called for each call. */
	bool (*is_meant)(void *context, size_t name);
	/* As fxr_brief_options; may be NULL. */
	void (*progress)(void *context, uint64_t done_bytes,
			 uint64_t total_bytes);
	void *context; /* of both */
	/* Output: */
	struct by by;
	struct rows rows;
	uint64_t n_calls, n_left_out; /* chosen, and not */
	/* From the first event of each thread to its last one, and of that
	 * outside of calls whose duration is known: */
	uint64_t lasted_ns, program_ns;
	uint64_t n_waiting; /* chosen calls of functions that wait */
	uint64_t n_endless; /* chosen calls that should end, and no end is known
			     */
	/* Private: */
	struct waiting waiting;
	struct nesting *nesting;
	struct fxr_briefing *briefing;
	struct life *lives; /* by thread */
	size_t n_lives, lives_capacity;
};

/* by: initialized. All calls, in one pass. False: the archive cannot be read
 * so (brief.h), and what was added is void. */
bool sum_brief(struct sum *sum, struct fxr_reader *reader);

/* by: initialized. The calls are taken by the caller, in their order.
 * last_ns  of the recording */
void sum_begin(struct sum *sum, uint64_t last_ns);
void sum_take(struct sum *sum, const struct fxr_call *call, bool is_chosen);
void sum_end(struct sum *sum);

/* Also after fxr_budget was exceeded, and of what is all zero. */
void sum_fini(struct sum *sum);

#endif
