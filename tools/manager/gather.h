/* SPDX-License-Identifier: MIT */
/*
 * Sound records on their way from a provider's buffer into chunks. Words are
 * read directly into the chunk's free space and filtered there. Filler, and
 * anything that is not a record of the provider itself, is dropped.
 */
#ifndef TOOLS_MANAGER_GATHER_H
#define TOOLS_MANAGER_GATHER_H

#include <stddef.h>
#include <stdint.h>

#include "tools/archive/finish_loss.h"
#include "tools/manager/chunk.h"
#include "tools/manager/secret.h"

/* Totals of a provider's records. */
struct gather_counts {
	uint64_t n_records;
	uint64_t n_calls;
	uint64_t n_broken; /* places that contained no record */
	uint64_t n_broken_bytes;
};

struct gather {
	uint32_t provider_id;
	const struct secret *secret;	/* blanked; NULL = none; borrowed */
	struct emitted_losses *emitted; /* borrowed */
	struct gather_counts *counts;	/* borrowed */
	struct chunk *chunk;		/* being filled, or NULL */
	/* Where the ledger has the provider; borrowed; NULL = nowhere. */
	const struct ledger_part *part;
	/* Events later than this are left for the next pass. So no end is taken
	 * whose begin was skipped before it was committed. */
	uint64_t last_ticks;
	uint64_t n_young; /* times that such an event was met */
	/* Circular: what remains in both buffers, as in writer/lap.h; NULL:
	 * nothing is ever overwritten. Borrowed. */
	const uint32_t *lap_first;
	/* Streaming: drops ends whose begins are in laps before this one. */
	uint32_t first_sequence;
};

/* Space for at least n_words (at most CHUNK_WORDS); NULL: the chunk has to be
 * taken first. */
uint64_t *gather_capacity(struct gather *gather, size_t n_words);

/*
 * How many of the n_words belong to committed records: up to the filler that
 * covers the rest, or to an invalid record.
 */
size_t gather_committed(const uint64_t *words, size_t n_words);

/*
 * Filters n_words that were put at gather_capacity's result, or after it: sound
 * records move there. Returns how many words are done; the rest is to be read
 * again.
 */
size_t gather_sift(struct gather *gather, uint64_t *words, size_t n_words);

/* The chunk has the first n_taken words of a span of that sequence, which
 * begins at the unit. */
void gather_took_span(struct gather *gather, uint32_t sequence, uint32_t unit,
		      uint32_t n_taken);

/* Counts words that cannot be records. */
void gather_broken(struct gather *gather, uint64_t n_words);

/* The chunk, if it contains anything, records or stores, else NULL; the caller
 * owns it. */
struct chunk *gather_take(struct gather *gather);

#endif
