/* SPDX-License-Identifier: MIT */
/*
 * Recovers an archive whose manager was killed. It is whole up to the last
 * record that was written, and is completed from the buffers of processes that
 * still live.
 */
#ifndef TOOLS_MANAGER_MEND_H
#define TOOLS_MANAGER_MEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/manager/orphan.h"

struct mend_report {
	bool is_cut;	 /* the end was truncated */
	bool is_unended; /* the record that ends it was missing */
	uint64_t n_cut;	 /* bytes; 0 = of a compressed file, unknown */
	bool is_added;	 /* something was appended: */
	uint64_t n_calls;
	uint32_t n_processes;	/* from which something was */
	uint64_t n_lost;	/* calls that these have dropped so far */
	uint64_t n_overwritten; /* likewise, calls that later ones have replaced
				 */
	uint64_t n_broken_bytes;
	/* Processes that have ended, of which the archive has no end: what
	 * they recorded last is gone. */
	uint32_t n_gone;
	bool is_told; /* the archive says so already */
	/* All processes of the session that still live, for messages about
	 * them. */
	struct orphans orphans;
};

/*
 * Writes the whole part of the archive `from`, followed by what it lacks, as
 * `to`. It uses a temporary file that is renamed; `to` may be `from`. Writes
 * nothing if the archive is whole and lacks nothing.
 * keeps_older  an older file of the name `to` is kept (tools/base/older.h)
 * force   even if the manager still lives.
 * report  out: to be freed by mend_report_fini, whatever is returned.
 * error   out: the reason for false, with offset.
 * Returns false if it is not an archive, is damaged before its end, is being
 * written, or cannot be written.
 */
bool mend(const char *from, const char *to, bool keeps_older, bool force,
	  struct mend_report *report, char *error, size_t error_bytes);

void mend_report_fini(struct mend_report *report);

#endif
