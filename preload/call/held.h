/* SPDX-License-Identifier: MIT */
/*
 * Calls whose records wait until they return, since only then filters decide
 * about them (FXP_HELD). What stands on a call's begin is captured before the
 * call, as ever, and kept in memory of its thread; a call that is recorded
 * then gets its begin, with the stamp of its time, and its end.
 *
 * Such a call has an entry in its thread's list of open calls (thread.h), whose
 * sequence is 0 and whose owner is a struct fxp_held. Kept values lie behind
 * each other as their calls are nested.
 */
#ifndef PRELOAD_CALL_HELD_H
#define PRELOAD_CALL_HELD_H

#include "preload/value/capture.h"
#include "writer/thread.h"

/* Whether all that is kept of a call is there, and not written yet. */
enum fxp_kept { FXP_NOT_KEPT = 0, FXP_KEPT = 1 };

/* What is kept of a call. */
struct fxp_held {
	struct fxp_slot *cell;
	uint64_t begin_ns;    /* when it began; 0: nobody asks */
	uint32_t space_words; /* behind this struct */
	uint32_t used_words;
	uint32_t n_args;
	uint32_t cut;
	uint32_t order;	     /* as in struct fxp_call */
	uint32_t is_kept;    /* everything is there */
	uint32_t generation; /* of the archive that it is for */
	uint32_t reserved;
	uint64_t words[];
};

/* Whether the entry is that of a held call; not if a handler has forked and it
 * is wiped in this child. */
static inline bool fxp_is_held(const struct fxw_open *open)
{
	return __builtin_expect(!open->sequence && open->owner, 0);
}

/* A call begins: captures what stands on its begin, and puts the call on the
 * list of open ones. False: there is no room. */
bool fxp_held_begin(struct fxw_thread *thread, struct fxp_call *call,
		    struct fxp_source *source);

/*
 * It has returned, and its entry is the innermost.
 * open   the entry; a forked child's may be wiped
 * entry  out, in: a copy of it, from when it was there
 * Returns whether its begin is written now, since filters want the call and
 * there is room.
 */
bool fxp_held_release(struct fxw_thread *thread, const struct fxp_call *call,
		      const struct fxp_source *source, struct fxw_open *open,
		      struct fxw_open *entry);

/* It was left, and will not return: the same. The entry is then like others. */
bool fxp_held_abandon(struct fxw_thread *thread, struct fxw_open *open);

/* Puts what was kept. */
void fxp_held_put(struct fxw_record *r, const struct fxp_held *held);

#endif
