/* SPDX-License-Identifier: MIT */
/*
 * The table, see pending.h. An entry's state counts up. Its two lower bits show
 * whether it is free, being written or in use. The others count its uses, so
 * that a reader notices if it was reused meanwhile.
 */
#include "preload/gl/state/pending.h"
#include "writer/large.h"

#include <stddef.h>

/* Entries tried before giving up. */
#define PROBES 32u

enum { FREE = 0, BUSY = 1, THERE = 2, MASK = 3 };

struct entry {
	uint32_t state;
	uint32_t generation;
	uint64_t owner, name, value;
};

static FXW_LARGE struct entry entries[FXP_GL_KEPT_MAX];

static struct entry *entry_at(const struct fxp_gl_key *key, unsigned i)
{
	uint64_t hash = (key->name ^ key->owner << 24) * 0x9e3779b97f4a7c15ull;

	return &entries[((hash >> 40) + i) % FXP_GL_KEPT_MAX];
}

/* acquire, each: pairs with the releases in fill_entry(). A reader that sees a
 * new value of one also sees the state that was set before. */
static bool is_of(const struct entry *e, const struct fxp_gl_key *key)
{
	return __atomic_load_n(&e->name, __ATOMIC_ACQUIRE) == key->name &&
	       __atomic_load_n(&e->owner, __ATOMIC_ACQUIRE) == key->owner &&
	       __atomic_load_n(&e->generation, __ATOMIC_ACQUIRE) ==
		       key->generation;
}

/* The entry of the key, its state and its value; NULL: none. */
static struct entry *find_entry(const struct fxp_gl_key *key, uint32_t *state,
				uint64_t *value)
{
	for (unsigned i = 0; i < PROBES; i++) {
		struct entry *e = entry_at(key, i);

		/* acquire: pairs with the release in fill_entry() */
		*state = __atomic_load_n(&e->state, __ATOMIC_ACQUIRE);
		if ((*state & MASK) != THERE || !is_of(e, key))
			continue;
		/* acquire, as in is_of(): before the state is checked again
		 */
		*value = __atomic_load_n(&e->value, __ATOMIC_ACQUIRE);
		if (__atomic_load_n(&e->state, __ATOMIC_RELAXED) == *state)
			return e;
	}
	return NULL;
}

uint64_t fxp_gl_pending_value(const struct fxp_gl_key *key)
{
	uint64_t value;
	uint32_t state;

	return find_entry(key, &state, &value) ? value : 0;
}

/* In a forked child, an entry is the parent's if its generation is. */
static bool is_over(const struct entry *e, uint32_t state, uint32_t generation)
{
	return (state & MASK) == THERE &&
	       __atomic_load_n(&e->generation, __ATOMIC_RELAXED) < generation;
}

/* Claims a free entry and fills it in; false: another thread was first. */
static bool fill_entry(struct entry *e, uint32_t state,
		       const struct fxp_gl_key *key, uint64_t value)
{
	uint32_t busy = (state & ~(uint32_t)MASK) + MASK + 1 + BUSY;

	if (!__atomic_compare_exchange_n(&e->state, &state, busy, false,
					 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return false;
	/* release: a reader that sees any of these sees the state above, too;
	 * pairs with is_of() and find_entry() */
	__atomic_store_n(&e->owner, key->owner, __ATOMIC_RELEASE);
	__atomic_store_n(&e->name, key->name, __ATOMIC_RELEASE);
	__atomic_store_n(&e->generation, key->generation, __ATOMIC_RELEASE);
	__atomic_store_n(&e->value, value, __ATOMIC_RELEASE);
	__atomic_store_n(&e->state, busy - BUSY + THERE, __ATOMIC_RELEASE);
	return true;
}

bool fxp_gl_pending_store(const struct fxp_gl_key *key, uint64_t value)
{
	(void)fxp_gl_pending_remove(key);
	for (unsigned i = 0; i < PROBES; i++) {
		struct entry *e = entry_at(key, i);
		uint32_t state = __atomic_load_n(&e->state, __ATOMIC_ACQUIRE);

		if (((state & MASK) == FREE ||
		     is_over(e, state, key->generation)) &&
		    fill_entry(e, state, key, value))
			return true;
	}
	return false;
}

uint64_t fxp_gl_pending_remove(const struct fxp_gl_key *key)
{
	uint64_t value;
	uint32_t state;
	struct entry *e = find_entry(key, &state, &value);

	if (!e || !__atomic_compare_exchange_n(
			  &e->state, &state, state - THERE + FREE, false,
			  __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		return 0;
	return value;
}
