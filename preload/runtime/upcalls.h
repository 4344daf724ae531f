/* SPDX-License-Identifier: MIT */
/*
 * Functions of higher floors that lower ones call. The process floor stores
 * them at start by code, so that the linker has nothing to relocate. Before
 * that nothing is recorded and they are not called. None is on the fast path.
 */
#ifndef PRELOAD_RUNTIME_UPCALLS_H
#define PRELOAD_RUNTIME_UPCALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/symbol/slot.h"

struct fxp_upcalls {
	/* process/process.h: in a forked child */
	void (*child)(bool was_inside);
	/* process/first_call.h: a first call, a new selection of calls */
	void (*fake)(struct fxp_api *api, unsigned function);
	bool (*decide)(struct fxp_slot *cell);
	/* shadow/stream.h: calls that act on streams */
	void (*stream_before)(const struct fxp_slot *cell, uintptr_t frame,
			      uintptr_t upper, const uint64_t *slot);
	void (*stream_after)(const struct fxp_slot *cell, uintptr_t frame,
			     const uint64_t *slot);
	void (*stream_tail)(const struct fxp_slot *cell, uintptr_t upper);
	void (*stream_unwound)(uintptr_t frame);
	uintptr_t (*stream_of)(const struct fxp_slot *cell,
			       const uint64_t *slot);
	/* a size that only the library or the kernel knows, by its number in
	 * the table's API: gl/measure, value/measure.h */
	int64_t (*measure)(const struct fxg_table *table, unsigned what,
			   const int64_t *args);
};
extern struct fxp_upcalls fxp_upcalls __attribute__((visibility("hidden")));

#endif
