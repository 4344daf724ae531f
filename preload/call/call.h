/* SPDX-License-Identifier: MIT */
/*
 * Parts of a recorded call's steps that hand-written wrappers use, too.
 */
#ifndef PRELOAD_CALL_CALL_H
#define PRELOAD_CALL_CALL_H

#include "preload/value/mark.h"
#include "preload/call/preload.h"
#include "writer/thread.h"

/* The thread, ready to record a call of this function whose wrapper's frame
 * is `frame`; NULL: it is not recorded. */
struct fxw_thread *fxp_call_prepare(struct fxp_slot *cell, uintptr_t frame);

struct fxp_stack;

/* A call that is one event. */
struct fxp_once {
	struct fxp_slot *cell;
	const uint64_t *arguments;
	const struct fxp_stack *stack; /* or NULL */
	uint8_t mark;		       /* enum fxp_mark */
};

/* Writes its event, from `ticks` to the thread's last stamp. False: no space.
 */
bool fxp_call_write_once(struct fxw_thread *t, const struct fxp_once *once,
			 uint64_t ticks);

/* How a call that is jumped to returns: as others do, not to be seen (twice, or
 * never), or twice because it makes a process. */
enum fxp_tail_kind { FXP_TAIL_ONCE, FXP_TAIL_UNSEEN, FXP_TAIL_PROCESS };

/*
 * Records a call of a tail-jumped function, without its result. If it returns
 * once, its end comes later (jumped.h). Otherwise it is one complete event of
 * 1 ns. A flow begins, too, with a process.
 * frame  where its return address is
 */
void fxp_call_tail(struct fxp_api *api, uint32_t function,
		   const uint64_t *arguments, uintptr_t frame,
		   enum fxp_tail_kind kind);

/* Records a synthetic call, which the program has not made, as one event of
 * 1 ns with the described parameters. */
void fxp_call_fake(struct fxp_api *api, uint32_t function,
		   const uint64_t *arguments);

/* The same, if the function is selected. From a wrapper of the same API. */
void fxp_fake(struct fxp_api *api, uint32_t function,
	      const uint64_t *arguments);

#endif
