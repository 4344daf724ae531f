/* SPDX-License-Identifier: MIT */
/*
 * Walks from a frame to the thread's first one, by unwind rules (rule.h) and
 * frame pointers. It only reads memory that is known to belong to the stack:
 * from the first frame upwards, without a gap.
 *
 * Any thread, any signal handler, any stack. Nothing allocates, locks or
 * changes errno. The kernel is queried about memory that no earlier walk of the
 * thread has verified.
 */
#ifndef PRELOAD_UNWIND_WALK_H
#define PRELOAD_UNWIND_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/symbol/stack_module.h"
#include "writer/thread.h"

/* The start of a walk: after the return to `pc`. */
struct fxp_frame {
	uintptr_t pc, sp, bp;
};

struct fxp_walked {
	uint64_t hash; /* of what was found; never 0 */
	uint32_t n;    /* addresses */
	uint32_t end;  /* enum fxw_stack_end */
};

/* Code whose frames are left out, once, at start. */
void fxp_walk_leave_out(uintptr_t low, uintptr_t end);

extern uintptr_t fxp_walk_own_low __attribute__((visibility("hidden")));
extern uintptr_t fxp_walk_own_bytes __attribute__((visibility("hidden")));

/* Whether the address is in such code. */
static inline bool fxp_walk_is_own(uintptr_t pc)
{
	return pc - fxp_walk_own_low < fxp_walk_own_bytes;
}

/*
 * Walks from a frame on.
 * from   the first frame that is found, unless it is left out.
 * skip   the end and low address of more code, or NULL. Its frames are left out
 *        if they are the first.
 * depth  how many addresses at most.
 * to     where they go, 8 bytes each, as they are in archives; or NULL.
 */
void fxp_walk(struct fxw_thread *thread, const struct fxp_frame *from,
	      const struct fxp_stack_module *skip, unsigned depth, uint8_t *to,
	      struct fxp_walked *walked);

#endif
