/* SPDX-License-Identifier: MIT */
/*
 * Which flows stay if some calls are removed. A flow leads from one call to
 * another, so each of its events must be inside a call that stays. Viewers
 * report any other event as an error.
 */
#ifndef TOOLS_ARCHIVE_FLOWS_H
#define TOOLS_ARCHIVE_FLOWS_H

#include "tools/reader/reader.h"

struct flows_thread;

/* All zero = empty. */
struct flows {
	struct fxr_map numbers; /* of threads by process and thread id */
	struct flows_thread *threads;
	size_t n_threads, capacity;
	struct fxr_map outside; /* by id: how many events are in no call */
};

/* Takes the archive's next record, in order. is_kept: for a record of a call,
 * whether the call stays. */
void flows_note(struct flows *flows, struct fxr_reader *reader,
		const struct fxr_record *record, bool is_kept);
/* To be called once all records are noted: whether a noted one stays, as far as
 * flows decide that. */
bool flows_has(const struct flows *flows, const struct fxr_record *record);
void flows_fini(struct flows *flows);

#endif
