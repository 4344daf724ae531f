/* SPDX-License-Identifier: MIT */
/*
 * The calls of one process image in an order in which they can be made one
 * after the other. Calls of a thread keep the order of their begins. Calls with
 * a number (fxr_call.seq) are ordered by it, all others by their begins. So a
 * wait that began before what it waits for comes after it.
 *
 * Numbers may be missing (calls that were lost or are not wanted), repeated or
 * invalid. Then a call waits only until all calls that can have a smaller
 * number have begun.
 */
#ifndef TOOLS_REPLAY_CALL_ORDER_H
#define TOOLS_REPLAY_CALL_ORDER_H

#include "tools/reader/calls.h"

struct order;

struct order_counts {
	uint64_t n_moved;  /* calls that come after one that began later */
	uint64_t n_gaps;   /* places where numbers are missing */
	uint64_t n_forced; /* calls out of order: memory is bounded */
};

/* provider: of the calls (fxr_thread.provider). calls: fresh, borrowed until
 * close; the caller does not take calls from it */
struct order *order_open(struct fxr_calls *calls, uint32_t provider);
/* The next call, borrowed until the following next or close; NULL at the end,
 * see fxr_calls_trouble(). */
const struct fxr_call *order_next(struct order *order);
struct order_counts order_counts(const struct order *order);
/* order: or NULL */
void order_close(struct order *order);

#endif
