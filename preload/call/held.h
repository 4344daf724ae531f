/* SPDX-License-Identifier: MIT */
/*
 * Calls whose records wait until they return, because only then filters decide
 * about them (FXP_HELD). The values of a call's begin are captured before the
 * call, as usual, but into memory of its thread. If the call is recorded, it
 * then gets its begin, with the stamp of its time, and its end.
 *
 * Such a call has an entry in its thread's list of open calls (thread.h), whose
 * sequence is 0 and whose owner is a struct fxp_held. The held values of nested
 * calls follow one another.
 */
#ifndef PRELOAD_CALL_HELD_H
#define PRELOAD_CALL_HELD_H

#include "preload/value/capture.h"
#include "writer/thread.h"

struct fxp_once;

/* Whether all values of a call are captured, and not written yet. */
enum fxp_capture_state { FXP_NOT_CAPTURED = 0, FXP_CAPTURED = 1 };

/* The begin of a held call. */
struct fxp_held {
	struct fxp_slot *cell;
	uint64_t begin_ns;    /* when it began; 0: no filter needs it */
	uint32_t space_words; /* behind this struct */
	uint32_t used_words;
	uint32_t n_args;
	uint32_t cut;
	uint32_t order;	      /* as in struct fxp_call */
	uint32_t is_captured; /* enum fxp_capture_state */
	uint32_t generation;  /* of the archive that it is for */
	uint32_t reserved;
	uint64_t words[];
};

/* Whether the entry is that of a held call. Not if a handler has forked: then
 * the entry is wiped in this child. */
static inline bool fxp_is_held(const struct fxw_open *open)
{
	return __builtin_expect(!open->sequence && open->owner, 0);
}

/* A call begins: captures the values of its begin, and puts the call on the
 * list of open ones. False: no space. */
bool fxp_held_begin(struct fxw_thread *thread, struct fxp_call *call,
		    struct fxp_source *source);

/* The same for one that is about to be jumped to, whose return address is in
 * the frame (jumped.h). The stack is held, too. */
bool fxp_held_begin_jumped(struct fxw_thread *t, const struct fxp_once *once,
			   uint64_t ticks, uintptr_t frame);

/*
 * The call has returned, and its entry is the innermost.
 * open   the entry; it may be wiped, in a forked child.
 * entry  out, in: a copy of it from before that.
 * Returns whether its begin is written now: filters want the call and there is
 * space.
 */
bool fxp_held_release(struct fxw_thread *thread, const struct fxp_call *call,
		      const struct fxp_source *source, struct fxw_open *open,
		      struct fxw_open *entry);

/* The call was unwound, or jumped to and has ended: does the same. The entry is
 * then like others. */
bool fxp_held_abandon(struct fxw_thread *thread, struct fxw_open *open,
		      bool is_jumped);

/* Puts the held values. */
void fxp_held_put(struct fxw_record *r, const struct fxp_held *held);

#endif
