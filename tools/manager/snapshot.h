/* SPDX-License-Identifier: MIT */
/*
 * What the lent buffer of a process whose manager is gone holds at one moment:
 * read from outside, while its program may run on and write there, and nothing
 * in it is changed.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include "tools/manager/chunk.h"
#include "tools/manager/gather.h"
#include "tools/manager/lent.h"

struct snapshot {
	/* Sound records, those of the durable region and events, as lists. */
	struct chunk *names, *calls;
	struct gather_counts counts;
	struct told *told; /* what these records tell of losses */
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
const char *snapshot_take(struct snapshot *snapshot, const struct lent *lent,
			  uint32_t id, uint64_t rate);
void snapshot_free(struct snapshot *snapshot);

#endif
