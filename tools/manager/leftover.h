/* SPDX-License-Identifier: MIT */
/*
 * The contents of a process's lent buffer, at one moment, when its manager is
 * gone. They are read from outside, while the program may continue to write,
 * and the buffer is not changed.
 */
#ifndef TOOLS_MANAGER_LEFTOVER_H
#define TOOLS_MANAGER_LEFTOVER_H

#include "tools/manager/chunk.h"
#include "tools/manager/gather.h"
#include "tools/manager/lent.h"

struct leftover {
	/* Sound records of the durable region, and events, as lists. */
	struct chunk *names, *calls;
	struct gather_counts counts;
	struct emitted_losses
		*emitted; /* the losses that these records report */
	/* Circular: only the newest of the calls made so far are present. */
	bool overwrites;
	uint64_t n_made;
	/* As it was after the last record; it includes all losses. */
	struct fxw_control *control;
};

/*
 * Takes all that was committed a moment ago: for each thread a prefix of its
 * records, so that no end lacks its begin.
 * lent  from lent_inspect
 * id    of the provider in the archive
 * rate  ticks per second, to convert that moment
 * Returns NULL, or why there is none. Dies if memory runs out.
 */
const char *leftover_take(struct leftover *leftover, const struct lent *lent,
			  uint32_t id, uint64_t rate);
void leftover_free(struct leftover *leftover);

#endif
