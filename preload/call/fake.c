/* SPDX-License-Identifier: MIT */
/*
 * Synthetic calls, which the program has not made.
 */
#include "preload/call/call.h"
#include "preload/runtime/upcalls.h"
#include "preload/symbol/error.h"

/* Not fxp_is_on, because that refers to the process folder by name. */
static bool is_on(struct fxp_api *api, uint32_t function)
{
	uint32_t state = fxp_state(api->slots, function);

	return state == FXP_ON || (state != FXP_OFF && fxp_upcalls.decide &&
				   fxp_upcalls.decide(&api->slots[function]));
}

void fxp_fake(struct fxp_api *api, uint32_t function, const uint64_t *arguments)
{
	struct fxp_slot *slot = &api->slots[function];

	if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) == FXP_COLD &&
	    fxp_upcalls.fake)
		fxp_upcalls.fake(api, function);
	if (is_on(api, function))
		fxp_call_fake(api, function, arguments);
}
