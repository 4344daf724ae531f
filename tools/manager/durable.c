/* SPDX-License-Identifier: MIT */
/*
 * Copies the durable region, see durable.h. Its space is handed out record by
 * record. A filler header covers each record until the record's own header
 * replaces it. For a moment before that the words are zero.
 */
#include "tools/manager/durable.h"

#include <stdlib.h>

#include "tools/archive/walk.h"

bool durable_init(struct durable *durable)
{
	*durable = (struct durable){0};
	durable->old = calloc(1, sizeof(*durable->old));
	durable->still = calloc(1, sizeof(*durable->still));
	return durable->old && durable->still;
}

bool durable_track(struct durable *durable, uint32_t n_words)
{
	durable->taken = calloc(n_words / 64 + 1, sizeof(*durable->taken));
	return durable->taken;
}

static bool is_taken(const struct durable *durable, uint32_t word)
{
	return durable->taken[word / 64] >> word % 64 & 1;
}

/* From there on, words that are all taken, or all not. */
static uint32_t run_length(const struct durable *durable, uint32_t at,
			   uint32_t end)
{
	uint32_t first = at;

	while (at < end && is_taken(durable, at) == is_taken(durable, first))
		at++;
	return at - first;
}

/* Whole records that a former manager has taken. */
static void note_run(const struct lent *lent, uint32_t at, uint32_t n_words,
		     struct emitted_losses *emitted)
{
	uint64_t *words = malloc(n_words * 8ull);

	if (words && lent_read(lent, words, n_words * 8ull,
			       lent->durable_off + at * 8ull))
		for (uint32_t i = 0, n; i < n_words; i += n) {
			n = words[i] >> 4 & 0xfff;
			if (n == 0 || n > n_words - i)
				break;
			if (walk_is_sound(words + i, n))
				emitted_note(emitted, words + i, n);
		}
	free(words);
}

bool durable_resume(struct durable *durable, const struct lent *lent,
		    const struct ledger *ledger, const struct ledger_part *part,
		    struct emitted_losses *emitted)
{
	uint32_t n_words = lent->durable_words;

	if (!durable_track(durable, n_words))
		return false;
	durable->is_resumed = true;
	for (uint32_t word = 0; word < n_words; word += 64)
		durable->taken[word / 64] =
			ledger_get(ledger, ledger_durable_at(part, word));
	for (uint32_t at = 0, n; at < n_words; at += n) {
		n = run_length(durable, at, n_words);
		if (is_taken(durable, at))
			note_run(lent, at, n, emitted);
	}
	return true;
}

/* The gather's chunk has these words. */
static void mark(struct durable *durable, struct gather *gather, uint32_t at,
		 size_t n_words)
{
	if (!durable->taken || !gather->part)
		return;
	for (size_t i = 0; i < n_words; i++, at++) {
		durable->taken[at / 64] |= 1ull << at % 64;
		if (i + 1 == n_words || at % 64 == 63)
			chunk_store(gather->chunk,
				    ledger_durable_at(gather->part, at),
				    durable->taken[at / 64]);
	}
}

void durable_fini(struct durable *durable)
{
	free(durable->taken);
	durable->taken = NULL;
	free(durable->old);
	free(durable->still);
	durable->old = durable->still = NULL;
}

/* Words of whole records at the beginning, up to the first incomplete one. */
static size_t n_ready(const uint64_t *words, size_t n_words)
{
	size_t at = 0;

	while (at < n_words) {
		size_t n = words[at] >> 4 & 0xfff;

		if (n == 0 || n > n_words - at || fxt_is_filler(words[at]))
			break;
		at += n;
	}
	return at;
}

/* Words of the hole at the beginning, 0 if there is none. */
static size_t n_hole(const uint64_t *words, size_t n_words)
{
	size_t n = 0;

	while (n < n_words && words[n] == 0)
		n++;
	if (n)
		return n;
	n = words[0] >> 4 & 0xfff;
	return fxt_is_filler(words[0]) && n <= n_words ? n : 0;
}

static bool add_hole(struct durable_holes *holes, uint32_t at, uint32_t n)
{
	if (holes->n && holes->hole[holes->n - 1].end == at) {
		holes->hole[holes->n - 1].end += n;
		return true;
	}
	if (holes->n == DURABLE_HOLES)
		return false;
	holes->hole[holes->n++] = (struct durable_hole){at, at + n};
	return true;
}

/* The outcome of one step through a range. */
enum take_step { STEP_ON, STEP_CHUNK_FULL, STEP_HOLES_FULL };

/* Takes, or steps over, the record or hole at *at. */
static enum take_step take_step(struct durable *durable,
				const struct lent *lent, struct gather *gather,
				uint32_t *at, uint32_t end)
{
	uint64_t off = lent->durable_off + *at * 8ull;
	size_t n = end - *at < FXT_RECORD_MAX_WORDS ? end - *at
						    : FXT_RECORD_MAX_WORDS;
	uint64_t *words;
	size_t n_words;

	if (durable->is_resumed) {
		n = run_length(durable, *at, *at + (uint32_t)n);
		if (is_taken(durable, *at)) {
			*at += (uint32_t)n;
			return STEP_ON;
		}
	}
	words = gather_capacity(gather, n);
	if (!words)
		return STEP_CHUNK_FULL;
	if (!lent_read(lent, words, n * 8, off)) {
		*at = end;
		return STEP_ON;
	}
	n_words = n_ready(words, n);
	if (n_words) {
		/* again: the bodies, after the headers' commits */
		if (lent_read(lent, words, n_words * 8, off))
			(void)gather_sift(gather, words, n_words);
		mark(durable, gather, *at, n_words);
		*at += (uint32_t)n_words;
		return STEP_ON;
	}
	n_words = n_hole(words, n);
	if (n_words) {
		if (!add_hole(durable->still, *at, (uint32_t)n_words))
			return STEP_HOLES_FULL;
		*at += (uint32_t)n_words;
		return STEP_ON;
	}
	/* a record that exceeds the end: the program has overwritten this */
	gather_broken(gather, end - *at);
	*at = end;
	return STEP_ON;
}

/* The holes of the previous pass. */
static enum take_step retry_holes(struct durable *durable,
				  const struct lent *lent,
				  struct gather *gather)
{
	while (durable->next_hole < durable->old->n) {
		struct durable_hole *hole =
			&durable->old->hole[durable->next_hole];
		enum take_step how = STEP_ON;

		while (hole->at < hole->end && how == STEP_ON)
			how = take_step(durable, lent, gather, &hole->at,
					hole->end);
		if (how == STEP_CHUNK_FULL)
			return how;
		if (how == STEP_HOLES_FULL) /* more than fit into the list */
			gather_broken(gather, hole->end - hole->at);
		durable->next_hole++;
	}
	return STEP_ON;
}

bool durable_collect(struct durable *durable, const struct lent *lent,
		     struct gather *gather, uint32_t end_words)
{
	struct durable_holes *holes;
	enum take_step how = retry_holes(durable, lent, gather);

	if (how == STEP_CHUNK_FULL)
		return false;
	if (end_words > lent->durable_words)
		end_words = lent->durable_words;
	while (durable->at < end_words && how == STEP_ON)
		how = take_step(durable, lent, gather, &durable->at, end_words);
	if (how == STEP_CHUNK_FULL)
		return false;
	holes = durable->old;
	durable->old = durable->still;
	durable->still = holes;
	durable->still->n = 0;
	durable->next_hole = 0;
	return true;
}

struct chunk *durable_all(struct durable *durable, const struct lent *lent,
			  struct gather *gather, uint32_t end_words)
{
	struct chunk *first = NULL, **last = &first;
	bool is_all;

	do {
		is_all = durable_collect(durable, lent, gather, end_words);
		*last = gather_take(gather);
		if (*last) {
			(*last)->next = NULL;
			last = &(*last)->next;
		}
	} while (!is_all);
	return first;
}
