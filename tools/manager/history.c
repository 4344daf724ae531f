/* SPDX-License-Identifier: MIT */
/*
 * A queue of ended providers' records, see history.h.
 */
#include "tools/manager/history.h"

#include <stdlib.h>

#include "tools/base/die.h"

static void discard_oldest(struct history *history)
{
	struct past *past = history->oldest;

	history->oldest = past->next;
	if (!past->next)
		history->last = &history->oldest;
	history->n_bytes -= past->n_bytes;
	chunk_free_all(past->first);
	free(past);
}

void history_add(struct history *history, struct chunk *chunks)
{
	struct past *past = calloc(1, sizeof(*past));

	if (!past)
		die("out of memory");
	past->first = chunks;
	for (const struct chunk *chunk = chunks; chunk; chunk = chunk->next)
		past->n_bytes += sizeof(*chunk) + chunk->n_words * 8ull;
	if (!history->last)
		history->last = &history->oldest;
	*history->last = past;
	history->last = &past->next;
	history->n_bytes += past->n_bytes;
	while (history->oldest && history->n_bytes > history->limit_bytes)
		discard_oldest(history);
}

void history_free(struct history *history)
{
	while (history->oldest)
		discard_oldest(history);
}
