/* SPDX-License-Identifier: MIT */
/*
 * Copies records of an archive, unchanged, into another one:
 * - the marked calls, with their memory in pieces;
 * - all records of processes and losses;
 * - those types, functions, stacks and strings that the others need;
 * - events alongside the calls, within the time and threads that are kept.
 */
#ifndef TOOLS_TRIM_TRANSFER_H
#define TOOLS_TRIM_TRANSFER_H

#include "tools/trim/marks.h"
#include "tools/trim/trim.h"

struct transfer_settings {
	const struct marks *calls; /* NULL: all */
	const struct trim_settings *settings;
	uint64_t first_ns, last_ns; /* of events alongside the calls */
	uint64_t n_kept, n_calls;   /* for the fact `trimmed` */
};

/* Writes to output->out. False: output->error says why. */
bool transfer(struct convert_output *output,
	      const struct transfer_settings *settings);

#endif
