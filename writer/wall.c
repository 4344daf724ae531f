/* SPDX-License-Identifier: MIT */
/*
 * Ticks and the time of day, see wall.h.
 */
#include "writer/wall.h"

#include "writer/engine.h"

void fxw_wall_build(struct fxw_record *r, const void *what)
{
	const struct fxw_clock_pair *pair = what;

	fxw_arg_uint64(r, FXW_NAME(FXW_ARG_TICKS), pair->ticks);
	fxw_arg_uint64(r, FXW_NAME(FXW_ARG_MONOTONIC), pair->monotonic_ns);
	fxw_arg_uint64(r, FXW_NAME(FXW_ARG_REALTIME), pair->realtime_ns);
}

void fxw_wall_emit(void)
{
	(void)fxw_durable_event(FXW_CATEGORY_FACT, FXW_EVENT_CLOCK,
				fxw_wall_build, &fxw_engine.control->last);
}
