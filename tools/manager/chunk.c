/* SPDX-License-Identifier: MIT */
/*
 * Memory of chunks, see chunk.h.
 */
#include "tools/manager/chunk.h"

#include <stdlib.h>

#include "tools/die.h"

struct chunk *chunk_new(uint32_t provider_id, uint32_t n_words)
{
	struct chunk *chunk = malloc(sizeof(*chunk) + n_words * 8ull);

	if (!chunk)
		die("out of memory");
	*chunk = (struct chunk){.provider_id = provider_id};
	return chunk;
}

struct chunk *chunk_fit(struct chunk *chunk)
{
	struct chunk *fit =
		realloc(chunk, sizeof(*chunk) + chunk->n_words * 8ull);

	return fit ? fit : chunk;
}
