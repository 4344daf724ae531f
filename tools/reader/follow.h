/* SPDX-License-Identifier: MIT */
/*
 * The call layer for an archive that is still being written. Bytes are fed as
 * they come, and calls come out soon after they began. Memory holds what is not
 * settled and some MiB more, and the archive's tables, not its calls.
 *
 * 	feed, feed, settle, next until false; and again
 *
 * Between two settlings, calls come in the order in which they began. A call
 * that has not ended by then comes without its end, and its end comes later,
 * alone.
 */
#ifndef TOOLS_READER_FOLLOW_H
#define TOOLS_READER_FOLLOW_H

#include "tools/reader/calls.h"

struct fxr_follow;

struct fxr_follow *fxr_follow_open(void);
void fxr_follow_close(struct fxr_follow *follow);

/* Takes whole records of an archive, its magic number first. What
 * fxr_follow_next returned before is invalid now. */
void fxr_follow_feed(struct fxr_follow *follow, const void *bytes,
		     size_t n_bytes);

/* Whether so much waits that it should be settled now. */
bool fxr_follow_is_full(const struct fxr_follow *follow);

/* No event of before `ns` (since the session's start) is expected any more. */
void fxr_follow_settle(struct fxr_follow *follow, uint64_t ns);

enum fxr_step {
	FXR_STEP_NONE,	  /* nothing more before the next settling */
	FXR_STEP_CALL,	  /* a call from begin to end */
	FXR_STEP_BEGUN,	  /* a call without an end so far */
	FXR_STEP_RESUMED, /* its end; arguments: what the end adds */
};

/* The next step; call borrows until the following next. */
enum fxr_step fxr_follow_next(struct fxr_follow *follow, struct fxr_call *call);

struct fxr_world *fxr_follow_world(struct fxr_follow *follow);

/* The fault that ended the reading, or NULL. */
const struct fxr_error *fxr_follow_error(const struct fxr_follow *follow);

#endif
