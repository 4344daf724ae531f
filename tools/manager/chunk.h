/* SPDX-License-Identifier: MIT */
/*
 * A piece of the archive in memory: whole records of one provider. Large chunks
 * are reused: fresh pages would cost more than copying into them. Any thread.
 */
#ifndef TOOLS_MANAGER_CHUNK_H
#define TOOLS_MANAGER_CHUNK_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/ledger.h"

/* Capacity of a large chunk; the largest record fits several times. */
#define CHUNK_WORDS 32768u
/* A chunk with so many stores is full. */
#define CHUNK_STORES 2048u

struct chunk {
	struct chunk *next;
	uint32_t provider_id;
	bool is_intro;	 /* Provider Info and an initialization record, whose
			    rate the archive fills in */
	bool is_written; /* it is in the file */
	bool is_large;
	bool is_joined; /* it counts only together with the next one */
	/* What the ledger says once it is in the file; NULL = nothing. */
	struct ledger_store *stores;
	uint32_t n_stores, store_capacity;
	uint64_t n_calls;
	uint32_t n_words; /* in use */
	uint64_t words[];
};

/* An empty chunk with space for n_words, at most CHUNK_WORDS. Dies if memory
 * runs out. */
struct chunk *chunk_new(uint32_t provider_id, uint32_t n_words);

/* Adds a store. at: 0 = there is no ledger. Dies if memory runs out. */
void chunk_store(struct chunk *chunk, uint64_t at, uint64_t value);

/* chunk: may be NULL */
void chunk_free(struct chunk *chunk);

/* A list of them; the copies have no stores. */
void chunk_free_all(struct chunk *chunks);
struct chunk *chunk_copy_all(const struct chunk *chunks);

/* Calls a function for each record of the chunks. It may change the record, but
 * not its length. */
void chunk_each_record(struct chunk *chunks,
		       void (*see)(void *context, uint64_t *record),
		       void *context);

/* Frees unused capacity, if there is much of it. Returns the chunk, moved. */
struct chunk *chunk_fit(struct chunk *chunk);

#endif
