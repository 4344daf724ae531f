/* SPDX-License-Identifier: MIT */
/*
 * Code that all hand-written wrappers of libc share.
 */
#ifndef PRELOAD_ENTRY_CUSTOM_H
#define PRELOAD_ENTRY_CUSTOM_H

#include "ids_libc.h"
#include "preload/call/preload.h"

extern struct fxp_api fxp_libc __attribute__((visibility("hidden")));
extern struct fxp_slot fxp_libc_slots[] __attribute__((visibility("hidden")));

/* The function's real definition. */
static inline void *fxp_custom_real(unsigned function)
{
	return fxp_real(&fxp_libc, fxp_libc_slots, function);
}

/* Begins the call if the function is on. Otherwise its end does nothing. */
static inline __attribute__((always_inline)) void fxp_custom_begin(
	struct fxp_call *call, unsigned function, const uint64_t *slot)
{
	call->begin_ticks = 0;
	call->watch_ns = 0;
	call->cell = &fxp_libc_slots[function];
	if (fxp_is_on(fxp_libc_slots, function))
		fxp_begin(call, call->cell, slot);
}

#endif
