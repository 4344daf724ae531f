/* SPDX-License-Identifier: MIT */
/*
 * Copies of what buffers hold. Another thread's context may delete or fill a
 * buffer while this one's draws look at its copy: the pages of a copy that is
 * given up go back to the kernel when nobody looks any more. Any thread and
 * handler, see state.h.
 */
#ifndef PRELOAD_GL_STATE_COPY_H
#define PRELOAD_GL_STATE_COPY_H

#include "preload/gl/state/state.h"

/* A copy is one word, which threads cannot tear apart: where its pages are, and
 * how many, 1, 2, 4 ... 0: none. */

/* Zero, with room for n_bytes. 0: there is no memory. */
uint64_t fxp_gl_copy_make(uint64_t n_bytes);

/* Where it is, and how many bytes it has room for. NULL and 0: none. */
uint8_t *fxp_gl_copy_at(uint64_t copy);
uint64_t fxp_gl_copy_capacity(uint64_t copy);

/* Who looks at copies of a group comes and goes; what he has found in a
 * buffer meanwhile stays memory so long. */
void fxp_gl_copy_enter(struct fxp_gl_group *group);
void fxp_gl_copy_leave(struct fxp_gl_group *group);

/* Whoever looks now has done so when this returns; or something keeps him from
 * it: a handler that has interrupted him, and that is here. */
void fxp_gl_copy_wait(struct fxp_gl_group *group);

/* It is in no buffer any more. is_spare: its pages may be for another. */
void fxp_gl_copy_give_up(struct fxp_gl_group *group, uint64_t copy,
			 bool is_spare);

/* One of the group's spare ones, of 4096 << i bytes and what they held, or
 * 0. */
uint64_t fxp_gl_copy_spare(struct fxp_gl_group *group, unsigned i);

/* Room for n_bytes that nobody else looks at, and what a spare one held; back.
 * 0: there is no memory. */
uint64_t fxp_gl_copy_borrow(struct fxp_gl_group *group, uint64_t n_bytes);
void fxp_gl_copy_return(struct fxp_gl_group *group, uint64_t copy);

#endif
