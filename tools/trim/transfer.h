/* SPDX-License-Identifier: MIT */
/*
 * Records of an archive, as they stand, into another one: the calls that are
 * marked, with their memory in pieces; all that is told of processes and
 * losses; of types, functions, stacks and strings those that the others need;
 * and events beside the calls, if they belong to the time and the threads that
 * are kept.
 */
#ifndef TOOLS_TRIM_TRANSFER_H
#define TOOLS_TRIM_TRANSFER_H

#include "tools/trim/marks.h"
#include "tools/trim/trim.h"

struct transfer_wishes {
	const struct marks *calls; /* NULL: all */
	const struct trim_wishes *wishes;
	uint64_t first_ns, last_ns; /* of events beside the calls */
	uint64_t n_kept, n_calls;   /* to tell */
};

/* Writes to output->out. False: output->error says why. */
bool transfer(struct convert_output *output,
	      const struct transfer_wishes *wishes);

#endif
