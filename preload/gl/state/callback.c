/* SPDX-License-Identifier: MIT */
/*
 * The places of callbacks, see callback.h.
 */
#include "preload/gl/state/callback.h"

#include <stdbool.h>

enum { FREE, CLAIMED, THERE };

int fxp_gl_callback_slot_of(struct fxp_gl_callback_slot *takers, unsigned n,
			    unsigned function, void *callback)
{
	for (unsigned i = 0; i < n; i++) {
		struct fxp_gl_callback_slot *t = &takers[i];
		/* acquire: pairs with the release below */
		uint32_t state = __atomic_load_n(&t->state, __ATOMIC_ACQUIRE);

		if (state == THERE && t->function == function &&
		    t->callback == callback)
			return (int)i;
		if (state != FREE ||
		    !__atomic_compare_exchange_n(&t->state, &state, CLAIMED,
						 false, __ATOMIC_RELAXED,
						 __ATOMIC_RELAXED))
			continue;
		t->function = function;
		t->callback = callback;
		__atomic_store_n(&t->state, THERE, __ATOMIC_RELEASE);
		return (int)i;
	}
	return -1;
}
