/* SPDX-License-Identifier: MIT */
/*
 * Which flows stay if some calls do not: a flow leads from a call to another
 * one, so each of its events has to stand inside a call that stays. Viewers
 * count one that does not as an error.
 */
#ifndef TOOLS_ARCHIVE_FLOWS_H
#define TOOLS_ARCHIVE_FLOWS_H

#include "tools/reader/reader.h"

struct flows_thread;

/* All zero = none yet. */
struct flows {
	struct fxr_map numbers; /* of threads by process and thread id */
	struct flows_thread *threads;
	size_t n_threads, capacity;
	struct fxr_map outside; /* by id: how many events are in no call */
};

/* Takes an archive's next record, in their order. is_kept: if it is of a call,
 * whether that stays. */
void flows_note(struct flows *flows, struct fxr_reader *reader,
		const struct fxr_record *record, bool is_kept);
/* Once all records are noted: whether one that is known stays, as far as flows
 * decide that. */
bool flows_has(const struct flows *flows, const struct fxr_record *record);
void flows_fini(struct flows *flows);

#endif
