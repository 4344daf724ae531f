/* SPDX-License-Identifier: MIT */
/*
 * Calls that a library makes since the recorder itself has called it: nobody
 * but the recorder has made them, so they are not recorded. They are known by
 * where they come from: what a handler calls meanwhile is the program's.
 */
#ifndef PRELOAD_RUNTIME_MUTE_H
#define PRELOAD_RUNTIME_MUTE_H

#include "writer/thread.h"

/* Until fxp_mute_end() this thread's calls from that code are not recorded, as
 * far as their frames lie below `frame`. code: n pieces, borrowed for ever: if
 * a handler jumps out, what lies above is recorded all the same. */
void fxp_mute_begin(uintptr_t frame, const struct fxw_range *code, uint32_t n);
void fxp_mute_end(void);

bool fxp_mute_has(struct fxw_thread *t, const uintptr_t *return_address);

/* Whether the call that returns there is one of those. */
static inline bool fxp_is_muted(const uintptr_t *return_address)
{
	struct fxw_thread *t = fxw_self;

	return __builtin_expect(t && t->is_muted, 0) &&
	       fxp_mute_has(t, return_address);
}

#endif
