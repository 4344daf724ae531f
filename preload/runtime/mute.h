/* SPDX-License-Identifier: MIT */
/*
 * Calls that a library makes while the recorder itself calls it. The program
 * has not made them, so they are not recorded. They are known by their caller's
 * address: the calls of a handler in between are the program's.
 */
#ifndef PRELOAD_RUNTIME_MUTE_H
#define PRELOAD_RUNTIME_MUTE_H

#include "writer/thread.h"

/* Until fxp_mute_end() this thread's calls from that code are not recorded, if
 * their frames are below `frame`. code: n pieces, borrowed for ever. If a
 * handler jumps out, calls above that frame are recorded again. */
void fxp_mute_begin(uintptr_t frame, const struct fxw_range *code, uint32_t n);
void fxp_mute_end(void);

bool fxp_mute_has(struct fxw_thread *t, const uintptr_t *return_address);

/* Whether the call with this return address is muted. */
static inline bool fxp_is_muted(const uintptr_t *return_address)
{
	struct fxw_thread *t = fxw_self;

	return __builtin_expect(t && t->is_muted, 0) &&
	       fxp_mute_has(t, return_address);
}

#endif
