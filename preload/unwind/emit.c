/* SPDX-License-Identifier: MIT */
/*
 * Entries of stacks, see emit.h.
 */
#include "preload/unwind/emit.h"

#include "writer/engine.h"
#include "writer/wire.h"

/* The share of the durable region that stacks leave to names and signatures. */
#define SPARED_SHARE 4u

static bool may_emit(void)
{
	const struct fxw_region *durable = &fxw_engine.durable;
	uint64_t *alloc = *(uint64_t *volatile *)&durable->alloc;

	return alloc &&
	       fxw_offset_words(__atomic_load_n(alloc, __ATOMIC_RELAXED)) <=
		       durable->limit_words -
			       durable->limit_words / SPARED_SHARE;
}

bool fxp_emit_entry(fxw_build *build, const void *what)
{
	return may_emit() && fxw_durable_event(FXW_CATEGORY_SIGNATURE,
					       FXW_EVENT_ENTRY, build, what);
}
