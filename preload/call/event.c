/* SPDX-License-Identifier: MIT */
/*
 * Arguments that few events have, see event.h.
 */
#include "preload/call/event.h"

void fxp_event_put_begin(struct fxw_record *r, const struct fxp_written *e)
{
	fxw_arg_uint64(r, FXW_NAME("@begin"), e->other_ticks);
	fxw_arg_uint32(r, FXW_NAME("@lap"), e->sequence);
}

void fxp_event_put_order(struct fxw_record *r, struct fxp_source *s,
			 const struct fxp_written *e)
{
	const struct fxp_call *call = (const struct fxp_call *)e->frame;

	if (fxp_event_is_place(s->function->flags, e->part))
		fxp_order_put(r, s,
			      e->part == FXP_PART_HELD ? e->held->order
						       : call->order);
}
