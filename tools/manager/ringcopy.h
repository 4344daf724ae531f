/* SPDX-License-Identifier: MIT */
/*
 * The contents of a circular buffer at one moment, copied while its program
 * continues to overwrite the oldest records.
 */
#ifndef TOOLS_MANAGER_RINGCOPY_H
#define TOOLS_MANAGER_RINGCOPY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/chunk.h"
#include "tools/manager/gather.h"
#include "tools/manager/lent.h"

struct ringcopy {
	struct chunk *calls; /* the newest spans first; the caller owns it */
	/* The begin of an end may be missing, and the end does not refer to
	 * it. */
	bool is_torn;
};

/*
 * Copies the newest records, as a contiguous sequence.
 * lent    mapped, or read through its source.
 * gather  with no chunk yet; its lap_first is set here.
 * Returns false if the buffer can no longer be read: the process has ended.
 */
bool ringcopy_take(const struct lent *lent, struct gather *gather,
		   struct ringcopy *ring);

/* Replaces the calls that began before that moment with filler. Returns how
 * many. */
uint64_t ringcopy_drop_before(struct chunk *chunks, uint64_t since_ticks);

/* The same for ends without begins. */
void ringcopy_drop_strays(struct chunk *chunks);

#endif
