/* SPDX-License-Identifier: MIT */
/*
 * Memory of chunks, see chunk.h.
 */
#include "tools/manager/chunk.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"

#define MAX_SPARE 32u

/* Large chunks for reuse. */
static struct {
	pthread_mutex_t lock;
	struct chunk *first;
	unsigned n;
} spare = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct chunk *take_spare(void)
{
	struct chunk *chunk;

	pthread_mutex_lock(&spare.lock);
	chunk = spare.first;
	if (chunk) {
		spare.first = chunk->next;
		spare.n--;
	}
	pthread_mutex_unlock(&spare.lock);
	return chunk;
}

struct chunk *chunk_new(uint32_t provider_id, uint32_t n_words)
{
	bool is_large = n_words == CHUNK_WORDS;
	struct chunk *chunk = is_large ? take_spare() : NULL;
	struct ledger_store *stores = chunk ? chunk->stores : NULL;
	uint32_t store_capacity = chunk ? chunk->store_capacity : 0;

	if (!chunk)
		chunk = malloc(sizeof(*chunk) + n_words * 8ull);
	if (!chunk)
		die("out of memory");
	*chunk = (struct chunk){.provider_id = provider_id,
				.is_large = is_large,
				.stores = stores,
				.store_capacity = store_capacity};
	return chunk;
}

void chunk_free(struct chunk *chunk)
{
	bool is_kept = false;

	if (chunk && chunk->is_large) {
		pthread_mutex_lock(&spare.lock);
		is_kept = spare.n < MAX_SPARE;
		if (is_kept) {
			chunk->next = spare.first;
			spare.first = chunk;
			spare.n++;
		}
		pthread_mutex_unlock(&spare.lock);
	}
	if (is_kept || !chunk)
		return;
	free(chunk->stores);
	free(chunk);
}

void chunk_store(struct chunk *chunk, uint64_t at, uint64_t value)
{
	uint32_t n = chunk->n_stores;

	if (!at)
		return;
	if (n && chunk->stores[n - 1].at == at) {
		chunk->stores[n - 1].value = value;
		return;
	}
	if (n == chunk->store_capacity) {
		chunk->store_capacity += chunk->store_capacity + 16;
		chunk->stores =
			realloc(chunk->stores,
				chunk->store_capacity * sizeof(*chunk->stores));
		if (!chunk->stores)
			die("out of memory");
	}
	chunk->stores[chunk->n_stores++] = (struct ledger_store){at, value};
}

struct chunk *chunk_fit(struct chunk *chunk)
{
	struct chunk *fit;

	if (!chunk->is_large || chunk->n_words > CHUNK_WORDS / 2)
		return chunk;
	fit = malloc(sizeof(*fit) + chunk->n_words * 8ull);
	if (!fit)
		return chunk;
	memcpy(fit, chunk, sizeof(*fit) + chunk->n_words * 8ull);
	fit->is_large = false;
	chunk->stores = NULL;
	chunk->store_capacity = 0;
	chunk_free(chunk);
	return fit;
}

void chunk_free_all(struct chunk *chunks)
{
	while (chunks) {
		struct chunk *next = chunks->next;

		chunk_free(chunks);
		chunks = next;
	}
}

struct chunk *chunk_copy_all(const struct chunk *chunks)
{
	struct chunk *first = NULL, **last = &first;

	for (; chunks; chunks = chunks->next) {
		*last = chunk_new(chunks->provider_id, chunks->n_words);
		memcpy((*last)->words, chunks->words, chunks->n_words * 8ull);
		(*last)->n_words = chunks->n_words;
		(*last)->n_calls = chunks->n_calls;
		(*last)->is_intro = chunks->is_intro;
		last = &(*last)->next;
	}
	return first;
}

void chunk_each_record(struct chunk *chunks,
		       void (*see)(void *context, uint64_t *record),
		       void *context)
{
	for (; chunks; chunks = chunks->next)
		for (uint32_t at = 0; at < chunks->n_words;
		     at += chunks->words[at] >> 4 & 0xfff)
			see(context, &chunks->words[at]);
}
