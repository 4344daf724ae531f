/* SPDX-License-Identifier: MIT */
/*
 * The calls of one process image in an order in which they can be made one
 * after the other: those of a thread as they began, those with a number
 * (fxr_call.seq) by their numbers, all others as they began. So a wait that
 * began before what it waits for comes after it.
 *
 * Numbers may be missing (calls that were lost or are not wanted), come twice
 * or make no sense: then a call waits for no longer than until all that can
 * have had a smaller number has begun.
 */
#ifndef TOOLS_REPLAY_CALL_ORDER_H
#define TOOLS_REPLAY_CALL_ORDER_H

#include "tools/reader/calls.h"

struct order;

struct order_counts {
	uint64_t n_moved;  /* calls that came behind one that began later */
	uint64_t n_gaps;   /* places where numbers are missing */
	uint64_t n_forced; /* calls before their time: memory is bounded */
};

/* provider: whose calls they are (fxr_thread.provider)
 * calls: fresh, borrowed until close; nobody else takes calls from it */
struct order *order_open(struct fxr_calls *calls, uint32_t provider);
/* The next call, borrowed until the following next or close; NULL at the end,
 * see fxr_calls_trouble(). */
const struct fxr_call *order_next(struct order *order);
struct order_counts order_counts(const struct order *order);
/* order: or NULL */
void order_close(struct order *order);

#endif
