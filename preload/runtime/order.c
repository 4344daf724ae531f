/* SPDX-License-Identifier: MIT */
/*
 * @seq, see order.h.
 */
#include "preload/runtime/order.h"

/* Calls so far that are ordered among all threads. */
static uint64_t n_ordered;

uint32_t fxp_order_take(void)
{
	/* Both ways: no effect of the call may be visible on its other side.
	 * Pairs with itself in other threads. */
	return (uint32_t)__atomic_add_fetch(&n_ordered, 1, __ATOMIC_SEQ_CST);
}

void fxp_order_put(struct fxw_record *r, const struct fxp_source *s,
		   uint32_t order)
{
	uint64_t now = __atomic_load_n(&n_ordered, __ATOMIC_RELAXED);

	if (r->n_args < FXT_MAX_ARGS)
		fxw_arg_uint64(r, fxp_name(s, FXG_S_SEQ),
			       now - ((uint32_t)now - order));
}
