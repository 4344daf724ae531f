/* SPDX-License-Identifier: MIT */
/*
 * A call that outlives the next one: the call layer's results are borrowed
 * until its following call.
 */
#ifndef TOOLS_REPLAY_CALL_CALLCOPY_H
#define TOOLS_REPLAY_CALL_CALLCOPY_H

#include "tools/reader/calls.h"

/* All zero = empty. */
struct callcopy {
	struct fxr_call call;
	struct fxr_arena arena; /* texts and values of the call */
	size_t n_bytes;		/* approximate size of its memory */
};

/* Copies the call with all its values, in place of the previous one. Types,
 * names and threads still belong to the archive. */
void callcopy_set(struct callcopy *copy, const struct fxr_call *call);
/* Frees the memory; the rest is empty. */
void callcopy_fini(struct callcopy *copy);

#endif
