/* SPDX-License-Identifier: MIT */
/*
 * A provider's durable region (names, threads, signatures), copied as it
 * grows. Space that was handed out but holds no record yet is remembered as a
 * hole and looked at again each time.
 */
#ifndef TOOLS_MANAGER_DURABLE_H
#define TOOLS_MANAGER_DURABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/gather.h"
#include "tools/manager/lent.h"

#define DURABLE_HOLES 512u

struct durable_hole {
	uint32_t at, end; /* words */
};

struct durable_holes {
	uint32_t n;
	struct durable_hole hole[DURABLE_HOLES];
};

struct durable {
	uint32_t at; /* words before are taken or in a hole */
	uint32_t next_hole;
	/* those to be looked at, and those that are holes still */
	struct durable_holes *old, *still;
};

/* False: no memory. */
bool durable_init(struct durable *durable);
void durable_fini(struct durable *durable);

/*
 * Takes what is new in the first end_words.
 * Returns false when the chunk is full: call again once it is gone.
 */
bool durable_collect(struct durable *durable, const struct lent *lent,
		     struct gather *gather, uint32_t end_words);

/* Takes all of that. Returns chunks, which are the caller's. */
struct chunk *durable_all(struct durable *durable, const struct lent *lent,
			  struct gather *gather, uint32_t end_words);

#endif
