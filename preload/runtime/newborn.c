/* SPDX-License-Identifier: MIT */
/*
 * Threads that are being created, see newborn.h.
 *
 * An entry is {flow 32, state 32} and the fields that identify its thread:
 *
 *	FREE or COME -> FILLING -> COMING -> COME or FREE
 *	                           COMING -> MET -> FREE
 *
 * From FILLING to the last step the entry belongs to its creator, except that
 * the new thread makes the steps COMING -> MET and COME -> FREE. Each use has
 * its own flow. If a compare-and-swap succeeds, all fields that were read
 * before belong to that use.
 */
#include "preload/runtime/newborn.h"

#include <stdbool.h>

#include "preload/symbol/peek.h"
#include "writer/large.h"

#define MAX_TRIES 4u
/* Waits for a pthread_create that is about to write the handle or return. Each
 * nap is twice as long, 1.3 ms in all. */
#define FIRST_NAP_NS 20000
#define LAST_NAP_NS 640000

enum state { FREE = 0, FILLING, COMING, MET, COME };

struct fxp_newborn {
	uint64_t use; /* {flow 32, enum state 32} */
	/* COMING: where pthread_create writes the handle, and the old value of
	 * that variable */
	const uintptr_t *where;
	uintptr_t before;
	uintptr_t thread; /* COME: the handle */
};

static FXW_LARGE struct fxp_newborn newborns[FXP_NEWBORNS];
static uint32_t next; /* 0: no thread was ever created */

static uint64_t use_of(uint32_t flow, enum state state)
{
	return (uint64_t)flow << 32 | state;
}

static uint32_t flow_of(uint64_t use)
{
	return (uint32_t)(use >> 32);
}

static enum state state_of(uint64_t use)
{
	return (enum state)(uint32_t)use;
}

static uint64_t load_use(const uint64_t *use)
{
	/* acquire: pairs with the releases in change_use() */
	return __atomic_load_n(use, __ATOMIC_ACQUIRE);
}

static bool change_use(struct fxp_newborn *newborn, uint64_t from, uint64_t to)
{
	/* release: the fields before it. acquire: pairs with the release of the
	 * entry's last user, whose reads of them are over. */
	return __atomic_compare_exchange_n(&newborn->use, &from, to, false,
					   __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static uintptr_t peek_handle(const uintptr_t *where)
{
	uintptr_t value;

	return fxp_peek(&value, where, sizeof(value)) ? value : 0;
}

/* An entry for this use: the one that was taken longest ago among those that
 * are not in use. */
static struct fxp_newborn *take_entry(uint32_t flow)
{
	for (unsigned i = 0; i < FXP_NEWBORNS; i++) {
		uint32_t at = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED);
		struct fxp_newborn *newborn = &newborns[at % FXP_NEWBORNS];
		uint64_t use = load_use(&newborn->use);

		if ((state_of(use) == FREE || state_of(use) == COME) &&
		    change_use(newborn, use, use_of(flow, FILLING)))
			return newborn;
	}
	return NULL;
}

struct fxp_newborn *fxp_newborn_expect(uint32_t flow, const uintptr_t *where)
{
	struct fxp_newborn *newborn = take_entry(flow);

	if (!newborn)
		return NULL;
	__atomic_store_n(&newborn->where, where, __ATOMIC_RELAXED);
	__atomic_store_n(&newborn->before, peek_handle(where),
			 __ATOMIC_RELAXED);
	(void)change_use(newborn, use_of(flow, FILLING), use_of(flow, COMING));
	return newborn;
}

void fxp_newborn_came(struct fxp_newborn *newborn, uintptr_t thread)
{
	uint64_t use = load_use(&newborn->use);

	/* else a handler has forked, and this is the child */
	if (state_of(use) != COMING && state_of(use) != MET)
		return;
	if (!thread) {
		__atomic_store_n(&newborn->use, use_of(0, FREE),
				 __ATOMIC_RELEASE); /* pairs with load_use() */
		return;
	}
	__atomic_store_n(&newborn->thread, thread, __ATOMIC_RELAXED);
	if (state_of(use) == MET ||
	    !change_use(newborn, use, use_of(flow_of(use), COME)))
		__atomic_store_n(&newborn->use, use_of(0, FREE),
				 __ATOMIC_RELEASE); /* pairs with load_use() */
}

/* How well an entry matches a thread. */
enum match { NONE, MAYBE, SURE };

static enum match match_of(struct fxp_newborn *newborn, uint64_t use,
			   uintptr_t thread)
{
	if (state_of(use) == COME)
		return __atomic_load_n(&newborn->thread, __ATOMIC_RELAXED) ==
				       thread
			       ? SURE
			       : NONE;
	if (state_of(use) != COMING ||
	    peek_handle(__atomic_load_n(&newborn->where, __ATOMIC_RELAXED)) !=
		    thread)
		return NONE;
	/* else the caller's variable may still have the value of an earlier
	 * pthread_create */
	return __atomic_load_n(&newborn->before, __ATOMIC_RELAXED) != thread
		       ? SURE
		       : MAYBE;
}

/* The best entry of the thread: the surest, and among these the newest. It is
 * disputed if another may turn out to be the right one. */
static struct fxp_newborn *find_entry(uintptr_t thread, uint64_t *found,
				      bool *is_disputed)
{
	struct fxp_newborn *best = NULL;
	enum match best_match = NONE;
	bool has_maybe = false;

	for (unsigned i = 0; i < FXP_NEWBORNS; i++) {
		uint64_t use = load_use(&newborns[i].use);
		enum match match = match_of(&newborns[i], use, thread);

		has_maybe |= match == MAYBE;
		if (match == NONE || match < best_match)
			continue;
		if (match == best_match &&
		    (int32_t)(flow_of(use) - flow_of(*found)) < 0)
			continue;
		best = &newborns[i];
		best_match = match;
		*found = use;
	}
	*is_disputed = has_maybe && state_of(*found) == COME;
	return best;
}

uint32_t fxp_newborn_claim(uintptr_t thread)
{
	int64_t nap_ns = FIRST_NAP_NS;

	if (!__atomic_load_n(&next, __ATOMIC_RELAXED))
		return 0;
	/* again if its creator has returned meanwhile */
	for (unsigned i = 0; i < MAX_TRIES; i++) {
		bool is_disputed;
		uint64_t use = 0;
		struct fxp_newborn *newborn =
			find_entry(thread, &use, &is_disputed);
		enum state to = state_of(use) == COMING ? MET : FREE;

		if (!newborn)
			return 0;
		if (is_disputed && nap_ns <= LAST_NAP_NS) {
			(void)sys_sleep_ns(nap_ns);
			nap_ns *= 2;
			i = 0;
		} else if (change_use(newborn, use, use_of(flow_of(use), to))) {
			return flow_of(use);
		}
	}
	return 0;
}

void fxp_newborns_forget(void)
{
	for (unsigned i = 0; i < FXP_NEWBORNS; i++)
		__atomic_store_n(&newborns[i].use, 0, __ATOMIC_RELAXED);
	next = 0;
}
