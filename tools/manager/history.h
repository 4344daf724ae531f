/* SPDX-License-Identifier: MIT */
/*
 * What circular providers contained when they ended: the newest of it is stored
 * for snapshots, up to a limit.
 */
#ifndef TOOLS_MANAGER_HISTORY_H
#define TOOLS_MANAGER_HISTORY_H

#include <stdint.h>

#include "tools/manager/chunk.h"

/* One provider's chunks, its Provider Info first. */
struct past {
	struct past *next;
	struct chunk *first;
	uint64_t n_bytes;
};

struct history {
	uint64_t limit_bytes;
	uint64_t n_bytes;
	struct past *oldest, **last; /* last: NULL before the first */
};

/* Takes the chunks over; discards the oldest providers if there is no space. */
void history_add(struct history *history, struct chunk *chunks);

void history_free(struct history *history);

#endif
