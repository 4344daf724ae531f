/* SPDX-License-Identifier: MIT */
/*
 * Sound records on their way from a provider's buffer into chunks. Words are
 * read straight into the chunk's free room and sifted there: what is no record
 * of the provider's own, or nothing but room, is dropped.
 */
#ifndef TOOLS_MANAGER_GATHER_H
#define TOOLS_MANAGER_GATHER_H

#include <stddef.h>
#include <stdint.h>

#include "tools/archive/finish_loss.h"
#include "tools/manager/chunk.h"

/* What a provider's records added up to. */
struct gather_counts {
	uint64_t n_records;
	uint64_t n_calls;
	uint64_t n_broken; /* places that held no record */
	uint64_t n_broken_bytes;
};

struct gather {
	uint32_t provider_id;
	struct emitted_losses *told;  /* borrowed */
	struct gather_counts *counts; /* borrowed */
	struct chunk *chunk;	      /* being filled, or NULL */
	/* Events later than this are left for the next time, so that no end
	 * is taken whose begin was passed by before it was there. */
	uint64_t last_ticks;
	/* Circular: what is left of both buffers, as in writer/lap.h; NULL:
	 * nothing is ever overwritten. Borrowed. */
	const uint32_t *lap_first;
	/* Streaming: ends go whose begins stand in laps before this one. */
	uint32_t first_sequence;
};

/* Where at least n_words (at most CHUNK_WORDS) may be put; NULL: first the
 * chunk has to go. */
uint64_t *gather_capacity(struct gather *gather, size_t n_words);

/*
 * How many of the n_words belong to committed records: up to the filler that
 * covers the rest, or to what is no record.
 */
size_t gather_committed(const uint64_t *words, size_t n_words);

/*
 * Keeps the sound records of n_words that were put where gather_room said, or
 * behind that: they move there.
 * Returns how many words are done with; the rest is to be looked at again.
 */
size_t gather_sift(struct gather *gather, uint64_t *words, size_t n_words);

/* Counts words that cannot be records. */
void gather_broken(struct gather *gather, uint64_t n_words);

/* The chunk, if anything is in it, else NULL; it is the caller's. */
struct chunk *gather_take(struct gather *gather);

#endif
