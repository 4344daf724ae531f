/* SPDX-License-Identifier: MIT */
/*
 * The recorder's own frames, with which every stack begins. Their layout is the
 * same at each call of a function, so that they are not walked one by one.
 *
 * Any thread, any signal handler, but for fxp_own_start. Nothing allocates,
 * locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_OWN_FRAMES_H
#define PRELOAD_UNWIND_OWN_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/unwind/walk.h"

/* Maps the memory of the cache. Once, at start. */
bool fxp_own_start(void);

/* Goes on to the frame of our caller. The layout is cached under `key`: frames
 * with the same key mostly have the same layout. Does nothing if the layout is
 * unknown. */
void fxp_own_leave(struct fxp_frame *frame, uint64_t key);

#endif
