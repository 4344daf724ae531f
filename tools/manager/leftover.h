/* SPDX-License-Identifier: MIT */
/*
 * What the lent buffer of a process whose manager is gone holds at one moment:
 * read from outside, while its program may run on and write there, and nothing
 * in it is changed.
 */
#ifndef TOOLS_MANAGER_LEFTOVER_H
#define TOOLS_MANAGER_LEFTOVER_H

#include "tools/manager/chunk.h"
#include "tools/manager/gather.h"
#include "tools/manager/lent.h"

struct leftover {
	/* Sound records, those of the durable region and events, as lists. */
	struct chunk *names, *calls;
	struct gather_counts counts;
	struct emitted_losses *told; /* what these records tell of losses */
	/* Circular: of the calls that were made so far, only the newest are
	 * here. */
	bool overwrites;
	uint64_t n_made;
	/* As it was behind the last record; all losses are counted in it. */
	struct fxw_control *control;
};

/*
 * Takes all that was committed a moment ago: of each thread all up to some
 * record, so that no end is there whose begin is not.
 * lent  from lent_look
 * id    of the provider in the archive
 * rate  ticks a second, for how long a moment is
 * Returns NULL, or why there is none. Dies if memory runs out.
 */
const char *leftover_take(struct leftover *leftover, const struct lent *lent,
			  uint32_t id, uint64_t rate);
void leftover_free(struct leftover *leftover);

#endif
