/* SPDX-License-Identifier: MIT */
/*
 * Puts the arguments of a call's begin and end events together, in prototype
 * order. Their types say the kinds of the values. Return value and error are
 * separate.
 */
#ifndef TOOLS_READER_JOIN_H
#define TOOLS_READER_JOIN_H

#include "tools/reader/calls.h"

struct fxr_joiner {
	struct fxr_world *world;
	struct fxr_arena *arena; /* takes what the values need */
	uint64_t max_blob_bytes; /* left for this call */
	bool keeps_memory;	 /* calls.h, options */
	bool is_brief;		 /* the same */
	struct fxr_role *roles;	 /* from fxr_join_roles() */
	/* Of the current record: */
	bool has_fixed_refs;
	uint64_t n_known_bytes;
};

/* Cache of the arguments' roles over all calls of an archive; the caller frees
 * it. */
struct fxr_role *fxr_join_roles(void);

/* Adds the event's arguments to the call, whose function must be set; begin
 * before end. The call borrows from the record. */
void fxr_join(struct fxr_joiner *joiner, struct fxr_call *call,
	      const struct fxr_record *record);

#endif
