/* SPDX-License-Identifier: MIT */
/*
 * A call that outlives the next one: what the call layer hands out is borrowed
 * until its following call.
 */
#ifndef TOOLS_REPLAY_CALL_CALLCOPY_H
#define TOOLS_REPLAY_CALL_CALLCOPY_H

#include "tools/reader/calls.h"

/* All zero = empty. */
struct callcopy {
	struct fxr_call call;
	struct fxr_arena arena; /* texts and values of the call */
	size_t n_bytes;		/* of memory that it takes, about */
};

/* Copies the call with all that it holds, in place of the one before. Types,
 * names and threads stay those of the archive. */
void callcopy_set(struct callcopy *copy, const struct fxr_call *call);
/* Gives the memory back; what is left is empty. */
void callcopy_fini(struct callcopy *copy);

#endif
