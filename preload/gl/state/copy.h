/* SPDX-License-Identifier: MIT */
/*
 * Copies of buffers' contents. Another thread's context may delete or fill a
 * buffer while this one's draws use its copy. The pages of a dropped copy are
 * freed when no thread uses it any more. Any thread and handler, see state.h.
 */
#ifndef PRELOAD_GL_STATE_COPY_H
#define PRELOAD_GL_STATE_COPY_H

#include "preload/gl/state/state.h"

/* A copy is one word, which threads read and write in one piece: the address of
 * its pages and their number, 1, 2, 4 ... 0: none. */

/* Zero, with space for n_bytes. 0: there is no memory. */
uint64_t fxp_gl_copy_make(uint64_t n_bytes);

/* Its address and its capacity in bytes. NULL and 0: none. */
uint8_t *fxp_gl_copy_at(uint64_t copy);
uint64_t fxp_gl_copy_capacity(uint64_t copy);

/* Begins and ends the use of a group's copies. A copy that is found in a buffer
 * in between stays valid. */
void fxp_gl_copy_enter(struct fxp_gl_group *group);
void fxp_gl_copy_leave(struct fxp_gl_group *group);

/* Waits for all current users of copies. It gives up if one cannot go on: this
 * handler may have interrupted it. */
void fxp_gl_copy_wait(struct fxp_gl_group *group);

/* It is in no buffer any more. is_spare: its pages may be reused. */
void fxp_gl_copy_give_up(struct fxp_gl_group *group, uint64_t copy,
			 bool is_spare);

/* One of the group's spare ones, of 4096 << i bytes with old contents, or 0. */
uint64_t fxp_gl_copy_spare(struct fxp_gl_group *group, unsigned i);

/* Space for n_bytes that no other thread uses, with old contents; gives it
 * back. 0: there is no memory. */
uint64_t fxp_gl_copy_borrow(struct fxp_gl_group *group, uint64_t n_bytes);
void fxp_gl_copy_return(struct fxp_gl_group *group, uint64_t copy);

#endif
