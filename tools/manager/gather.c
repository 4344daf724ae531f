/* SPDX-License-Identifier: MIT */
/*
 * Filters records, see gather.h.
 */
#include "tools/manager/gather.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/walk.h"
#include "tools/manager/area.h"
#include "writer/lap.h"

/* The layouts of records, for all providers. */
static _Thread_local struct walk_shapes shapes;

/* Words that currently fit. */
static size_t space_words(const struct gather *gather)
{
	const struct chunk *chunk = gather->chunk;

	if (chunk && chunk->n_stores >= CHUNK_STORES)
		return 0;
	return chunk ? CHUNK_WORDS - chunk->n_words : CHUNK_WORDS;
}

uint64_t *gather_capacity(struct gather *gather, size_t n_words)
{
	if (!gather->chunk) {
		area_beat();
		gather->chunk = chunk_new(gather->provider_id, CHUNK_WORDS);
	}
	return n_words <= space_words(gather)
		       ? gather->chunk->words + gather->chunk->n_words
		       : NULL;
}

static size_t record_words(uint64_t head)
{
	return head >> 4 & 0xfff;
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

/* The archive writes metadata itself: a provider that names others would take
 * over their records. All have one rate, the session's. */
static bool is_accepted(const struct gather *gather, uint64_t head)
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

/* Whether the begin of that end is no longer in the archive. */
static bool is_gone(const struct gather *gather, const struct fxw_late *late)
{
	return gather->lap_first && fxw_late_is_gone(late, gather->lap_first);
}

/* Removes an end's reference to its begin. If the begin was overwritten, the
 * end becomes the whole call. If the call is to be discarded, nothing remains.
 * Returns the record's words now. */
static size_t settle_end(struct gather *gather, uint64_t *record,
			 size_t n_words)
{
	struct fxw_late late;

	if ((record[0] >> 20 & 15) < 2 || /* most have fewer */
	    !fxw_late_find(record, (uint32_t)n_words, &late))
		return n_words;
	if (late.sequence < gather->first_sequence)
		return 0;
	n_words = fxw_late_settle(record, (uint32_t)n_words, &late,
				  is_gone(gather, &late));
	if (fxt_is_call(record[0])) {
		gather->counts->n_calls++;
		gather->chunk->n_calls++;
	}
	return n_words;
}

/* A begin, or a complete call: they stay unchanged, and are counted. */
static inline bool is_begin(uint64_t head)
{
	unsigned type = head >> 16 & 15;

	return (head & 15) == FXT_RECORD_EVENT &&
	       (type == FXT_EVENT_DURATION_BEGIN ||
		type == FXT_EVENT_DURATION_COMPLETE);
}

/* Returns how many words of any other sound record, from its first on,
 * remain. */
static size_t filter_record(struct gather *gather, uint64_t *record,
			    size_t n_words)
{
	uint64_t head = record[0];

	if ((head & 15) == FXT_RECORD_EVENT &&
	    (head >> 16 & 15) == FXT_EVENT_DURATION_END)
		return settle_end(gather, record, n_words);
	if (!is_accepted(gather, head))
		return 0;
	emitted_note(gather->emitted, record, n_words);
	return n_words;
}

/* Consecutive records that move together. */
struct run {
	uint64_t *to, *from, *end;
};

static void move_run(struct run *run, uint64_t *next)
{
	size_t n = (size_t)(run->end - run->from);

	if (run->to != run->from)
		memmove(run->to, run->from, n * 8);
	run->to += n;
	run->from = run->end = next;
}

/* Whether the event is left for the next pass. */
static inline bool is_young(struct gather *gather, const uint64_t *record)
{
	bool is_left = (record[0] & 15) == FXT_RECORD_EVENT &&
		       record[1] > gather->last_ticks;

	gather->n_young += is_left;
	return is_left;
}

size_t gather_sift(struct gather *gather, uint64_t *words, size_t n_words)
{
	struct chunk *chunk = gather->chunk;
	struct run run = {chunk->words + chunk->n_words, words, words};
	size_t at = 0, n, n_kept;
	uint64_t n_records = 0, n_calls = 0;

	for (; at < n_words; at += n) {
		n = record_words(words[at]);
		if (n == 0 || n > n_words - at ||
		    !walk_is_sound_by(&shapes, words + at, n)) {
			gather_broken(gather, n_words - at);
			at = n_words;
			break;
		}
		if (is_young(gather, words + at) ||
		    (fxt_is_filler(words[at]) && at + n == n_words))
			break;
		n_kept = n;
		if (is_begin(words[at]))
			n_calls++;
		else
			n_kept = filter_record(gather, words + at, n);
		n_records += n_kept != 0;
		run.end += n_kept;
		if (n_kept != n)
			move_run(&run, words + at + n);
	}
	move_run(&run, NULL);
	gather->counts->n_records += n_records;
	gather->counts->n_calls += n_calls;
	chunk->n_calls += n_calls;
	chunk->n_words = (uint32_t)(run.to - chunk->words);
	return at;
}

void gather_took_span(struct gather *gather, uint32_t sequence, uint32_t unit,
		      uint32_t n_taken)
{
	if (gather->part)
		chunk_store(gather->chunk,
			    ledger_span_at(gather->part,
					   fxw_lap_buffer(sequence), unit),
			    (uint64_t)sequence << 32 | n_taken);
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
	if (chunk && gather->secret)
		secret_blank(gather->secret, chunk->words, chunk->n_words);
	if (chunk && (chunk->n_words || chunk->n_stores))
		return chunk_fit(chunk);
	chunk_free(chunk);
	return NULL;
}
