/* SPDX-License-Identifier: MIT */
/*
 * Copies spans, see lapcopy.h. While a lap is being written, a span is read
 * twice. A copy may hold the header of a record that was committed during the
 * copy, but not its body. The second copy begins after the first one saw that
 * header. Of a lap that is still, many spans are read at a time, including
 * stamps.
 */
#include "tools/manager/lapcopy.h"

#include <stdlib.h>
#include <string.h>

#include "writer/lap.h"

#define SPAN_MAX_WORDS (63u * FXW_UNIT_WORDS)
_Static_assert(SPAN_MAX_WORDS <= UINT16_MAX && SPAN_MAX_WORDS < CHUNK_WORDS,
	       "a span's words fit 16 bits and a chunk");

/* Units read at a time, or fewer where a chunk has less space: any span
 * fits. */
#define PIECE_UNITS 128u
#define LEAST_PIECE_UNITS 64u

bool lap_init(struct lap *lap, uint32_t sequence, uint32_t n_words)
{
	lap->sequence = sequence;
	lap->n_units = n_words / FXW_UNIT_WORDS;
	lap->n_still = 0;
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
	lap->n_still = 0;
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

/* The next unit from this one on that may hold a span: the unwritten parts of
 * the buffer have no memory. */
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

/* Stores the span's stamp, if the words are one. */
static void take_stamp(const struct lent *lent, uint32_t sequence,
		       uint32_t unit, const uint64_t *word,
		       struct lap_span *span)
{
	uint32_t n = fxw_lap_span(word, unit, lent->nonce, sequence);

	if (n && word[1] >> 32 == sequence && n <= SPAN_MAX_WORDS &&
	    n % FXW_UNIT_WORDS == 0 &&
	    n <= lent->rolling_words - unit * FXW_UNIT_WORDS)
		*span = (struct lap_span){(uint16_t)n, FXW_STAMP_WORDS};
}

/* Reads the span's stamp. */
static bool find_stamp(const struct lent *lent, uint32_t sequence,
		       uint32_t unit, struct lap_span *span)
{
	uint64_t word[FXW_STAMP_WORDS];

	if (lent_read(lent, word, sizeof(word), unit_off(lent, sequence, unit)))
		take_stamp(lent, sequence, unit, word, span);
	return span->n_words;
}

void lap_resume_span(const struct lent *lent, uint32_t sequence, uint32_t unit,
		     uint32_t n_taken, struct lap_span *span)
{
	if (!find_stamp(lent, sequence, unit, span))
		return;
	if (n_taken > span->n_words)
		n_taken = span->n_words;
	if (n_taken > span->n_taken)
		span->n_taken = (uint16_t)n_taken;
}

void lap_resume(struct lap *lap, const struct lent *lent,
		const struct ledger *ledger, const struct ledger_part *part)
{
	unsigned buffer = fxw_lap_buffer(lap->sequence);

	for (uint32_t unit = 0; unit < lap->n_units; unit++) {
		uint64_t word =
			ledger_get(ledger, ledger_span_at(part, buffer, unit));

		if (word >> 32 == lap->sequence)
			lap_resume_span(lent, lap->sequence, unit,
					(uint32_t)word, &lap->spans[unit]);
	}
}

/* Reads the new words into the chunk. Returns their number. */
static size_t read_new(const struct lent *lent, uint64_t *to, size_t n_words,
		       uint64_t off)
{
	if (!lent_read(lent, to, 8, off) || to[0] == fxt_filler_header(n_words))
		return 0;
	if (!lent_read(lent, to, n_words * 8, off))
		return 0;
	n_words = gather_committed(to, n_words);
	return lent_read(lent, to, n_words * 8, off) ? n_words : 0;
}

bool lap_collect_span(const struct lent *lent, struct gather *gather,
		      uint32_t sequence, uint32_t unit, struct lap_span *span)
{
	size_t rest, n;
	uint64_t *to;

	if (!span->n_words && !find_stamp(lent, sequence, unit, span))
		return true;
	rest = span->n_words - span->n_taken;
	if (!rest)
		return true;
	to = gather_capacity(gather, rest);
	if (!to)
		return false;
	n = read_new(lent, to, rest,
		     unit_off(lent, sequence, unit) + span->n_taken * 8ull);
	if (!n)
		return true;
	span->n_taken += (uint16_t)gather_sift(gather, to, n);
	gather_took_span(gather, sequence, unit, span->n_taken);
	return true;
}

/* Takes one span, or advances to where the next one may be. */
static bool collect_one(struct lap *lap, const struct lent *lent,
			struct gather *gather, uint32_t *unit, uint32_t n_units)
{
	struct lap_span *span = &lap->spans[*unit];

	if (!lap_collect_span(lent, gather, lap->sequence, *unit, span))
		return false;
	if (span->n_words)
		*unit += span->n_words / FXW_UNIT_WORDS;
	else
		*unit = next_unit(lent, lap->sequence, *unit + 1, n_units);
	return true;
}

/* Space for up to *n_units, which is set to the actual number; NULL: for too
 * few. */
static uint64_t *piece_capacity(struct gather *gather, uint32_t *n_units)
{
	uint64_t *words;

	if (*n_units > PIECE_UNITS)
		*n_units = PIECE_UNITS;
	words = gather_capacity(gather, *n_units * FXW_UNIT_WORDS);
	if (!words && *n_units > LEAST_PIECE_UNITS) {
		*n_units = LEAST_PIECE_UNITS;
		words = gather_capacity(gather, *n_units * FXW_UNIT_WORDS);
	}
	return words;
}

/* Filters the whole spans of a piece that begins with that unit. Returns the
 * number of units done. */
static uint32_t sift_piece(struct lap *lap, const struct lent *lent,
			   struct gather *gather, uint32_t unit,
			   uint64_t *words, uint32_t n_units)
{
	uint32_t at = 0;

	while (at < n_units) {
		struct lap_span *span = &lap->spans[unit + at];
		uint64_t *first = words + at * FXW_UNIT_WORDS;

		if (!span->n_words)
			take_stamp(lent, lap->sequence, unit + at, first, span);
		if (!span->n_words) {
			at++;
			continue;
		}
		if (span->n_words > (n_units - at) * FXW_UNIT_WORDS)
			break;
		if (span->n_taken < span->n_words) {
			span->n_taken += (uint16_t)gather_sift(
				gather, first + span->n_taken,
				span->n_words - span->n_taken);
			gather_took_span(gather, lap->sequence, unit + at,
					 span->n_taken);
		}
		at += span->n_words / FXW_UNIT_WORDS;
	}
	return at;
}

/* Takes the spans of a piece of a lap that is still. */
static bool collect_piece(struct lap *lap, const struct lent *lent,
			  struct gather *gather, uint32_t *unit,
			  uint32_t n_units)
{
	uint32_t n, n_done;
	uint64_t *words;

	*unit = next_unit(lent, lap->sequence, *unit, n_units);
	n = n_units - *unit;
	if (n == 0)
		return true;
	words = piece_capacity(gather, &n);
	if (!words)
		return false;
	n_done = lent_read(lent, words, n * FXW_UNIT_WORDS * 8ull,
			   unit_off(lent, lap->sequence, *unit))
			 ? sift_piece(lap, lent, gather, *unit, words, n)
			 : 0;
	if (n_done ==
	    0) /* a span that exceeds the end of the space handed out */
		return collect_one(lap, lent, gather, unit, n_units);
	*unit += n_done;
	return true;
}

bool lap_collect(struct lap *lap, const struct lent *lent,
		 struct gather *gather, uint32_t n_words, bool is_still)
{
	uint32_t n_units = n_words / FXW_UNIT_WORDS;
	uint32_t first = 0;
	uint32_t *unit = is_still ? &lap->n_still : &first;

	if (n_units > lap->n_units)
		n_units = lap->n_units;
	while (*unit < n_units)
		if (!(is_still ? collect_piece : collect_one)(lap, lent, gather,
							      unit, n_units))
			return false;
	return true;
}
