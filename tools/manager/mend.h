/* SPDX-License-Identifier: MIT */
/*
 * An archive whose manager was killed: whole up to the last record that it had
 * written, and completed by what processes that still live hold in their
 * buffers.
 */
#ifndef TOOLS_MANAGER_MEND_H
#define TOOLS_MANAGER_MEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/manager/orphan.h"

struct mend_report {
	bool is_cut;	/* something was left out at the end */
	uint64_t n_cut; /* bytes; 0 = of a compressed file, nobody knows */
	bool is_added;	/* something was appended: */
	uint64_t n_calls;
	uint32_t n_processes;	/* from which something was */
	uint64_t n_lost;	/* calls that found no room in these so far */
	uint64_t n_overwritten; /* likewise, that later ones have replaced */
	uint64_t n_broken_bytes;
	/* All processes of the session that still live, for what is to be said
	 * of them. */
	struct orphans orphans;
};

/*
 * Writes what is whole of the archive `from`, and behind it what it lacks, as
 * `to`, by a temporary file that is renamed; `to` may be `from`. Nothing is
 * written if it is whole and lacks nothing.
 * force   even if the manager still lives
 * report  out: mend_report_fini's, whatever is returned
 * error   out: why not, with offset
 * Returns false if it is no archive, is damaged otherwise than at its end, is
 * being written, or cannot be written.
 */
bool mend(const char *from, const char *to, bool force,
	  struct mend_report *report, char *error, size_t error_bytes);

void mend_report_fini(struct mend_report *report);

#endif
