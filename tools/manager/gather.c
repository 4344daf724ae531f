/* SPDX-License-Identifier: MIT */
/*
 * Sifts records, see gather.h.
 */
#include "tools/manager/gather.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/walk.h"
#include "writer/lap.h"

uint64_t *gather_room(struct gather *gather, size_t n_words)
{
	if (!gather->chunk)
		gather->chunk = chunk_new(gather->provider_id, CHUNK_WORDS);
	return n_words <= gather_room_words(gather)
		       ? gather->chunk->words + gather->chunk->n_words
		       : NULL;
}

size_t gather_room_words(const struct gather *gather)
{
	return gather->chunk ? CHUNK_WORDS - gather->chunk->n_words
			     : CHUNK_WORDS;
}

static size_t record_words(uint64_t head)
{
	return head >> 4 & 0xfff;
}

static bool is_end(uint64_t head)
{
	return (head & 15) == FXT_RECORD_EVENT &&
	       (head >> 16 & 15) == FXT_EVENT_DURATION_END;
}

size_t gather_committed(const uint64_t *words, size_t n_words)
{
	size_t at = 0;

	while (at < n_words) {
		size_t n = record_words(words[at]);

		if (n == 0 || n > n_words - at ||
		    (fxt_is_filler(words[at]) && at + n == n_words))
			break;
		at += n;
	}
	return at;
}

/* Metadata is the archive's business: a provider that names others would take
 * over their records. Each has one rate, the session's. */
static bool is_kept(const struct gather *gather, uint64_t head)
{
	switch (head & 15) {
	case FXT_RECORD_METADATA:
		return head ==
		       fxt_provider_event(gather->provider_id,
					  FXT_PROVIDER_EVENT_BUFFER_FULL);
	case FXT_RECORD_INIT:
		return false;
	}
	return !fxt_is_filler(head);
}

/* Whether the begin of that end is in the archive no more. */
static bool is_gone(const struct gather *gather, const struct fxw_late *late)
{
	return gather->lap_first && fxw_late_is_gone(late, gather->lap_first);
}

/* The record moves to `to`, at or before where it stands. Returns its words
 * there. */
static size_t keep(struct gather *gather, uint64_t *to, uint64_t *record,
		   size_t n_words)
{
	uint64_t head = record[0];
	struct fxw_late late;

	if (!is_kept(gather, head))
		return 0;
	gather->counts->n_records++;
	if (is_end(head)) {
		if (fxw_late_find(record, (uint32_t)n_words, &late))
			n_words =
				fxw_late_settle(record, (uint32_t)n_words,
						&late, is_gone(gather, &late));
	} else if (!fxt_is_call(head)) {
		told_note(gather->told, record, n_words);
	}
	/* as it is now: an end that has lost its begin is one */
	if (fxt_is_call(record[0])) {
		gather->counts->n_calls++;
		gather->chunk->n_calls++;
	}
	if (to != record)
		memmove(to, record, n_words * 8);
	return n_words;
}

size_t gather_sift(struct gather *gather, size_t n_words)
{
	uint64_t *words = gather->chunk->words + gather->chunk->n_words;
	uint64_t *to = words;
	size_t at = 0, n;

	for (; at < n_words; at += n) {
		n = record_words(words[at]);
		if (n == 0 || n > n_words - at ||
		    !walk_is_sound(words + at, n)) {
			gather_broken(gather, n_words - at);
			at = n_words;
			break;
		}
		if (fxt_is_filler(words[at]) && at + n == n_words)
			break;
		if ((words[at] & 15) == FXT_RECORD_EVENT &&
		    words[at + 1] > gather->last_ticks)
			break;
		to += keep(gather, to, words + at, n);
	}
	gather->chunk->n_words += (uint32_t)(to - words);
	return at;
}

void gather_broken(struct gather *gather, uint64_t n_words)
{
	gather->counts->n_broken++;
	gather->counts->n_broken_bytes += n_words * 8;
}

struct chunk *gather_take(struct gather *gather)
{
	struct chunk *chunk = gather->chunk;

	gather->chunk = NULL;
	if (chunk && chunk->n_words)
		return chunk_fit(chunk);
	chunk_free(chunk);
	return NULL;
}
