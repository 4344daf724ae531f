/* SPDX-License-Identifier: MIT */
/*
 * What a circular buffer holds at one moment, copied while its program goes on
 * overwriting the oldest of it.
 */
#ifndef TOOLS_MANAGER_RINGCOPY_H
#define TOOLS_MANAGER_RINGCOPY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/chunk.h"
#include "tools/manager/gather.h"
#include "tools/manager/lent.h"

struct ringcopy {
	struct chunk *calls; /* the newest spans first; the caller's */
	/* A begin may be missing whose end is there and does not name it. */
	bool is_torn;
};

/*
 * Copies the newest records, an unbroken row of them.
 * lent    mapped, or read through its source
 * gather  with no chunk yet; its lap_first is ours
 * Returns false if the buffer can be read no more: the process has ended.
 */
bool ringcopy_take(const struct lent *lent, struct gather *gather,
		   struct ringcopy *ring);

/* Makes filler of the calls that began before that moment. Returns how many. */
uint64_t ringcopy_drop_before(struct chunk *chunks, uint64_t since_ticks);

/* And of ends without begins. */
void ringcopy_drop_strays(struct chunk *chunks);

#endif
