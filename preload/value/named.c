/* SPDX-License-Identifier: MIT */
/*
 * Names of values, see named.h. Each entry of the table is written once. It is
 * claimed by one compare-and-swap, filled in, and published. Readers use only
 * published entries, so none is ever torn, whatever interrupts it.
 *
 * The value of a claimed entry is not known yet. A thread that comes to one of
 * its type adds nothing, since that may be its own value: a text has one
 * record.
 *
 * A fork may come between any two steps, in a handler. The child's table is
 * wiped, so there the interrupted code finds its claim gone and publishes
 * nothing.
 */
#include "preload/value/named.h"

#include "preload/schema/sign.h"
#include "preload/runtime/strings.h"
#include "writer/bytes.h"
#include "writer/engine.h"
#include "writer/large.h"

#define N_ENTRIES (1u << FXP_NAMED_BITS)
/* Entries tried before giving up: the text is then inline. */
#define PROBES 8u

struct fxp_named fxp_named[N_ENTRIES] FXW_LARGE;

uint16_t fxp_named_find(uint32_t type, uint64_t value)
{
	uint32_t at = (uint32_t)fxp_named_hash(type, value);

	for (uint32_t i = 0; i < PROBES; i++) {
		struct fxp_named *e = &fxp_named[(at + i) % N_ENTRIES];
		/* acquire: pairs with the release in fxp_named_add */
		uint64_t state = __atomic_load_n(&e->state, __ATOMIC_ACQUIRE);

		if (state == 0)
			return 0;
		if (state >> 32 == type && (state & FXP_NAMED_PUBLISHED) &&
		    e->value == value)
			return (uint16_t)state;
	}
	return 0;
}

static struct fxp_named *claim_entry(uint32_t type, uint64_t value)
{
	uint32_t at = (uint32_t)fxp_named_hash(type, value);

	for (uint32_t i = 0; i < PROBES; i++) {
		struct fxp_named *e = &fxp_named[(at + i) % N_ENTRIES];
		/* acquire: pairs with the release in fxp_named_add */
		uint64_t state = __atomic_load_n(&e->state, __ATOMIC_ACQUIRE);

		if (state == 0 &&
		    __atomic_compare_exchange_n(
			    &e->state, &state,
			    (uint64_t)type << 32 | FXP_NAMED_CLAIMED, false,
			    __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
			return e;
		/* another thread is or was first */
		if (state >> 32 == type &&
		    ((state & FXP_NAMED_CLAIMED) || e->value == value))
			return NULL;
	}
	return NULL;
}

void fxp_named_add(uint32_t type, uint64_t value, const char *text, uint32_t n)
{
	uint64_t claim = (uint64_t)type << 32 | FXP_NAMED_CLAIMED;
	struct fxp_named *e = claim_entry(type, value);
	uint16_t index;

	if (!e)
		return;
	index = fxp_string_index(FXT_STRING_MAX_INDEX);
	if (index && !fxw_string_register(index, text, n))
		index = 0;
	e->value = value;
	/* release: the value before it; pairs with the acquires in
	 * fxp_named_find, fxp_named_first and claim_entry */
	(void)__atomic_compare_exchange_n(
		&e->state, &claim,
		(uint64_t)type << 32 | FXP_NAMED_PUBLISHED | index, false,
		__ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

void fxp_named_forget(void)
{
	fxw_zero(fxp_named, sizeof(fxp_named));
}
