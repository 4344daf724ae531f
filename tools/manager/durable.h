/* SPDX-License-Identifier: MIT */
/*
 * A provider's durable region (names, threads, signatures), copied as it grows.
 * Space that was handed out but holds no record yet is remembered as a hole.
 * Each pass checks the holes again.
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
	/* those to check again, and those that are still holes */
	struct durable_holes *old, *still;
	/* With a ledger: a bit for each word that was taken. */
	uint64_t *taken;
	bool is_resumed; /* words from `at` on may have been taken */
};

/* False: no memory. */
bool durable_init(struct durable *durable);

/* Remembers what is taken, for the ledger. False: no memory. */
bool durable_track(struct durable *durable, uint32_t n_words);

/* The same, and goes on where the ledger says that a former manager has come
 * to. Notes the losses that were taken. False: no memory. */
bool durable_resume(struct durable *durable, const struct lent *lent,
		    const struct ledger *ledger, const struct ledger_part *part,
		    struct emitted_losses *emitted);
void durable_fini(struct durable *durable);

/*
 * Takes what is new in the first end_words.
 * Returns false when the chunk is full: call again once it is gone.
 */
bool durable_collect(struct durable *durable, const struct lent *lent,
		     struct gather *gather, uint32_t end_words);

/* Takes all of that. The caller owns the returned chunks. */
struct chunk *durable_all(struct durable *durable, const struct lent *lent,
			  struct gather *gather, uint32_t end_words);

#endif
