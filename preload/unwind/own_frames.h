/* SPDX-License-Identifier: MIT */
/*
 * The recorder's own frames, which every stack begins with: how they lie is the
 * same at each call of a function, so that they need not be walked one by one.
 *
 * Any thread, any signal handler, but for fxp_own_start. Nothing allocates,
 * locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_OWN_FRAMES_H
#define PRELOAD_UNWIND_OWN_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/unwind/walk.h"

/* Gets what is remembered its memory. Once, at start. */
bool fxp_own_start(void);

/* Goes on to the frame of whoever has called us. What it is remembered by is
 * `key`: of one key the frames lie mostly the same way. Nothing happens if the
 * way is not known. */
void fxp_own_leave(struct fxp_frame *frame, uint64_t key);

#endif
