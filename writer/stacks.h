/* SPDX-License-Identifier: MIT */
/*
 * The stacks of a thread. Frames are above (at higher addresses than) those
 * that they call, but only on one stack. A handler may run on a stack of its
 * own (sigaltstack), and a program may change stacks itself (makecontext, or
 * its own code). Such a stack may lie anywhere, also inside another one.
 *
 * Only borders are known. These are the ends of the signal stack that the
 * thread has registered, and of stacks that were given to makecontext. Memory
 * that cannot be read is a border, too, and so is the lower end of a piece of a
 * split stack. All frames between two borders are on one stack.
 *
 * A frame has been left if a later one of the same stack is at or above it. A
 * frame on the signal stack has also been left if the thread is elsewhere. On
 * any other stack it may go on, because a program that changes stacks comes
 * back. That includes signal stacks that the kernel hides while they are in use
 * (SS_AUTODISARM): such handlers may change stacks.
 *
 * A jump says where it goes, and what it leaves is known at once (fxw_left).
 *
 * Any thread about itself, any signal handler. Nothing allocates, locks or
 * changes errno.
 */
#ifndef WRITER_STACKS_H
#define WRITER_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fxw_thread;

#define FXW_SS_AUTODISARM (1u << 31) /* SS_AUTODISARM, not in older headers */

/* Memory from low up to end. */
struct fxw_range {
	uintptr_t low, end;
};

static inline bool fxw_range_has(const struct fxw_range *range, uintptr_t at)
{
	return at - range->low < range->end - range->low;
}

/* Frames that a thread leaves: those in any of the ranges. */
struct fxw_left {
	struct fxw_range ranges[2];
};

static inline bool fxw_is_left(const struct fxw_left *left, uintptr_t frame)
{
	return fxw_range_has(&left->ranges[0], frame) ||
	       fxw_range_has(&left->ranges[1], frame);
}

/* Whether a frame is on the stack that the thread was last seen on. */
bool fxw_stack_has(const struct fxw_thread *t, uintptr_t frame);

/* The thread is seen on another stack: finds its borders. Queries the kernel
 * for the signal stack, unless system calls are forbidden. */
void fxw_stack_enter(struct fxw_thread *t, uintptr_t frame);

/*
 * Whether a frame recorded earlier in this thread is gone.
 * frame  of an open call, or of a window
 * now    a frame that runs now
 */
bool fxw_frame_is_dead(uintptr_t frame, uintptr_t now);

/* What the thread leaves by a jump to another frame.
 * from  a frame of the code that jumps
 * to    the stack pointer behind the jump */
void fxw_stack_jump(const struct fxw_thread *t, uintptr_t from, uintptr_t to,
		    struct fxw_left *left);

/*
 * The thread is about to register a stack for its handlers.
 * now        a frame that runs now.
 * is_hidden  the kernel hides it while it is in use (SS_AUTODISARM).
 * left       gets the frames on the former stack, unless it is in use.
 */
void fxw_stack_register(struct fxw_thread *t, const struct fxw_range *stack,
			uintptr_t now, bool is_hidden, struct fxw_left *left);

/*
 * Memory becomes a stack of the program's own.
 * t     the calling thread, or NULL
 * left  frames that were there
 */
void fxw_stack_make(struct fxw_thread *t, const struct fxw_range *stack,
		    struct fxw_left *left);

/* Whether the program uses signal stacks that the kernel hides. */
bool fxw_stacks_are_hidden(void);

#endif
