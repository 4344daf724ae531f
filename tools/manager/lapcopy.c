/* SPDX-License-Identifier: MIT */
/*
 * Copies spans, see lapcopy.h. While a lap is written to, a span is read twice:
 * a copy may hold the header of a record that was committed while we copied,
 * but not its body; the second copy begins after the first one saw that header.
 */
#include "tools/manager/lapcopy.h"

#include <stdlib.h>
#include <string.h>

#include "writer/lap.h"

#define SPAN_MAX_WORDS (63u * FXW_UNIT_WORDS)
_Static_assert(SPAN_MAX_WORDS <= UINT16_MAX && SPAN_MAX_WORDS < CHUNK_WORDS,
	       "a span's words fit 16 bits and a chunk");

bool lap_init(struct lap *lap, uint32_t sequence, uint32_t n_words)
{
	lap->sequence = sequence;
	lap->n_units = n_words / FXW_UNIT_WORDS;
	lap->spans = calloc(lap->n_units, sizeof(*lap->spans));
	return lap->spans;
}

void lap_fini(struct lap *lap)
{
	free(lap->spans);
	lap->spans = NULL;
}

void lap_turn(struct lap *lap)
{
	lap->sequence += 2;
	memset(lap->spans, 0, lap->n_units * sizeof(*lap->spans));
}

static uint64_t unit_off(const struct lent *lent, uint32_t sequence,
			 uint32_t unit)
{
	return lent->rolling_off +
	       ((uint64_t)fxw_lap_buffer(sequence) * lent->rolling_words +
		(uint64_t)unit * FXW_UNIT_WORDS) *
		       8;
}

/* The next unit from this one on that may hold a span: where the buffer was
 * never written to there is no memory. */
static uint32_t next_unit(const struct lent *lent, uint32_t sequence,
			  uint32_t unit, uint32_t n_units)
{
	uint64_t off = unit_off(lent, sequence, unit);
	uint64_t found = lent_memory(lent, off);

	if (found == UINT64_MAX)
		return n_units;
	if (found <= off)
		return unit;
	/* memory comes in pages of several units */
	found = (found - off) / (FXW_UNIT_WORDS * 8);
	return found < n_units - unit ? unit + (uint32_t)found : n_units;
}

/* Looks for the span's stamp. */
static bool find(const struct lent *lent, uint32_t sequence, uint32_t unit,
		 struct lap_span *span)
{
	uint64_t word[FXW_STAMP_WORDS];
	uint32_t n;

	if (!lent_read(lent, word, sizeof(word),
		       unit_off(lent, sequence, unit)))
		return false;
	n = fxw_lap_span(word, unit, lent->nonce, sequence);
	if (n == 0 || word[1] >> 32 != sequence || n > SPAN_MAX_WORDS ||
	    n % FXW_UNIT_WORDS ||
	    n > lent->rolling_words - unit * FXW_UNIT_WORDS)
		return false;
	*span = (struct lap_span){(uint16_t)n, FXW_STAMP_WORDS};
	return true;
}

/* Reads what is new into the chunk. Returns its words. */
static size_t read_new(const struct lent *lent, uint64_t *to, size_t n_words,
		       uint64_t off, bool is_still)
{
	if (!is_still) {
		if (!lent_read(lent, to, 8, off) ||
		    to[0] == fxt_filler_header(n_words))
			return 0;
		if (!lent_read(lent, to, n_words * 8, off))
			return 0;
		n_words = gather_committed(to, n_words);
	}
	return lent_read(lent, to, n_words * 8, off) ? n_words : 0;
}

static bool collect(const struct lent *lent, struct gather *gather,
		    uint32_t sequence, uint32_t unit, struct lap_span *span,
		    bool is_still)
{
	size_t rest, n;
	uint64_t *to;

	if (!span->n_words && !find(lent, sequence, unit, span))
		return true;
	rest = span->n_words - span->n_taken;
	if (!rest)
		return true;
	to = gather_room(gather, rest);
	if (!to)
		return false;
	n = read_new(lent, to, rest,
		     unit_off(lent, sequence, unit) + span->n_taken * 8ull,
		     is_still);
	if (n)
		span->n_taken += (uint16_t)gather_sift(gather, n);
	return true;
}

bool lap_collect_span(const struct lent *lent, struct gather *gather,
		      uint32_t sequence, uint32_t unit, struct lap_span *span)
{
	return collect(lent, gather, sequence, unit, span, false);
}

bool lap_collect(struct lap *lap, const struct lent *lent,
		 struct gather *gather, uint32_t n_words, bool is_still)
{
	uint32_t n_units = n_words / FXW_UNIT_WORDS;
	uint32_t unit = 0;

	if (n_units > lap->n_units)
		n_units = lap->n_units;
	while (unit < n_units) {
		struct lap_span *span = &lap->spans[unit];

		if (!collect(lent, gather, lap->sequence, unit, span, is_still))
			return false;
		if (span->n_words)
			unit += span->n_words / FXW_UNIT_WORDS;
		else
			unit = next_unit(lent, lap->sequence, unit + 1,
					 n_units);
	}
	return true;
}
