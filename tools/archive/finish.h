/* SPDX-License-Identifier: MIT */
/*
 * Finishes the archive of a process that could not do it itself. `fxtrace
 * recover` does this, and `fxtrace record` after the program was killed.
 * Nothing here exits except when memory runs out.
 */
#ifndef TOOLS_ARCHIVE_FINISH_H
#define TOOLS_ARCHIVE_FINISH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/archive/inproc.h"

/* What was found in an archive. */
struct finish_report {
	uint64_t n_records;
	uint64_t n_calls;	/* begins and complete events */
	uint64_t n_lost;	/* calls that found no space */
	uint64_t n_lost_ends;	/* calls whose end found no space */
	uint64_t n_overwritten; /* calls that later ones have replaced */
	uint64_t n_cut;		/* values shortened */
	uint64_t n_left_out;	/* calls, by filters */
	uint64_t n_undescribed; /* descriptions that found no space */
	uint64_t n_broken;	/* places that hold no record */
	uint64_t n_broken_bytes;
	uint64_t file_bytes; /* of the archive that was written */
	bool is_rate_guess;  /* the tick rate is this machine's */
};

/* Counts what the archive holds. False with archive->error if it cannot be
 * read. */
bool finish_count(struct inproc *archive, struct finish_report *report);

/* Writes the archive, finished, to `out`, seekable and empty. False with
 * archive->error. */
bool finish_put(struct inproc *archive, FILE *out,
		struct finish_report *report);

/*
 * A circular archive that its process has not finished, as a finished copy
 * without a name.
 * why  space of 256 bytes for an explanation.
 * Returns the copy's descriptor; -1: the archive is none of these; -2: why.
 */
int finish_copy(const char *path, char *why);

/*
 * Writes the archive, finished, as `path`: gaps and filler dropped, tick rate
 * and ends set, losses recorded. It is written as a temporary file in the
 * folder of `path` and renamed at the end. So `path` may be the archive itself,
 * and a failure leaves nothing behind.
 * keeps_older  an older file of that name is kept (tools/base/older.h)
 * False with archive->error, which may name `path`.
 */
bool finish_write(struct inproc *archive, const char *path, bool keeps_older,
		  struct finish_report *report);

#endif
