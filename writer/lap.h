/* SPDX-License-Identifier: MIT */
/*
 * Circular mode: how a rolling buffer that is written again and again
 * distinguishes new spans from old ones.
 *
 * Two rolling buffers take turns. Nothing is cleared when one of them comes
 * round again. Space is handed out in units of 1 KiB, and every span begins
 * with a filler record of three words. Its payload is a stamp, written last:
 *
 *	filler header | sequence 32, words of the span 32 | check
 *
 * The check depends on the sequence, the place and a number made at start. So
 * neither what an earlier lap left behind nor the program's own data looks like
 * a span. A walk examines the first word of each unit. It skips a unit without
 * a stamp of the buffer's present lap (sequence lap_first or later).
 *
 * An end that is written under another sequence than its begin names both in
 * its first two arguments: `@begin` (ticks) and `@lap` (the begin's sequence).
 * When the archive is finished the end loses them. If its begin has been
 * overwritten it becomes a complete event. So no archive holds an end without a
 * begin.
 *
 * Pure: shared by the recorder and the tools.
 */
#ifndef WRITER_LAP_H
#define WRITER_LAP_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

#define FXW_UNIT_WORDS 128u
#define FXW_STAMP_WORDS 3u
/* Words of `@begin` and `@lap`, names inline. */
#define FXW_LATE_WORDS 5u

/* Which of the rolling buffers a sequence belongs to. */
static inline unsigned fxw_lap_buffer(uint32_t sequence)
{
	return (sequence - 1) & 1;
}

/* Units of a rolling buffer, n_words from word `at` on, in 32 bits. */
static inline uint32_t fxw_place(uint32_t at, uint32_t n_words)
{
	return at / FXW_UNIT_WORDS << 6 | n_words / FXW_UNIT_WORDS;
}

static inline uint32_t fxw_place_words(uint32_t place)
{
	return (place & 63) * FXW_UNIT_WORDS;
}

/* The first word of a place. */
static inline uint32_t fxw_place_at(uint32_t place)
{
	return (place >> 6) * FXW_UNIT_WORDS;
}

static inline uint64_t fxw_lap_check(uint64_t nonce, uint32_t sequence,
				     uint32_t unit)
{
	uint64_t x = (uint64_t)sequence << 32 | unit;

	x = (x ^ nonce) * 0x9e3779b97f4a7c15ull;
	return (x ^ x >> 29) * 0xbf58476d1ce4e5b9ull | 1;
}

/*
 * Words of the span that begins at the unit's first word, the stamp's
 * included, or 0: no span of the present lap begins there.
 * word       the unit's first FXW_STAMP_WORDS words
 * lap_first  the buffer's
 */
static inline uint32_t fxw_lap_span(const uint64_t *word, uint32_t unit,
				    uint64_t nonce, uint32_t lap_first)
{
	uint32_t sequence = (uint32_t)(word[1] >> 32);
	uint32_t n_words = (uint32_t)word[1];

	if (word[0] != fxt_filler_header(FXW_STAMP_WORDS) ||
	    word[2] != fxw_lap_check(nonce, sequence, unit) || !lap_first ||
	    sequence < lap_first || n_words <= FXW_STAMP_WORDS)
		return 0;
	return n_words;
}

/*
 * The laps after a kill at any moment. The thread that turned to the other
 * buffer may not have published its turn yet.
 * lap_first  the control area's
 * alloc      likewise
 * n_wraps    the header's wrapped_count
 * first      out: lap_first of both buffers
 * Returns the buffer that was written last.
 */
static inline unsigned fxw_lap_state(const uint32_t *lap_first, uint64_t alloc,
				     uint32_t n_wraps, uint32_t *first)
{
	uint32_t sequence = (uint32_t)(alloc >> 32); /* 0: being finished */
	unsigned current = sequence ? fxw_lap_buffer(sequence) : n_wraps & 1;

	first[0] = lap_first[0];
	first[1] = lap_first[1];
	if (sequence && first[current] < first[!current])
		first[current] = sequence;
	return current;
}

/* An end that names its begin. */
struct fxw_late {
	uint32_t at_words; /* offset of its first argument */
	uint64_t begin_ticks;
	uint32_t sequence; /* the begin's */
};

/* at_words of an event with this header. */
uint32_t fxw_late_at(uint64_t header);

/* Whether its begin has been overwritten: every lap is there from its first
 * sequence on. lap_first: of both buffers. */
static inline bool fxw_late_is_gone(const struct fxw_late *late,
				    const uint32_t *lap_first)
{
	uint32_t first = lap_first[fxw_lap_buffer(late->sequence)];

	return !first || late->sequence < first;
}

/* Whether a sound record of n_words is one; fills `late` in. */
bool fxw_late_find(const uint64_t *record, uint32_t n_words,
		   struct fxw_late *late);

/*
 * Makes of the record what a finished archive holds: an end without `@begin`
 * and `@lap`, or (is_gone) a complete event. A filler covers the words that
 * become free. In place; a kill in between leaves a filler. The filler of an
 * end holds what the end has lost.
 * Returns the record's words now.
 */
uint32_t fxw_late_settle(uint64_t *record, uint32_t n_words,
			 const struct fxw_late *late, bool is_gone);

/*
 * The same of an end of n_words that is not committed yet: `header` is what it
 * would be. Nothing is stored into its first word.
 * Returns the header to commit.
 */
uint64_t fxw_late_shrink(uint64_t *record, uint32_t n_words,
			 const struct fxw_late *late, uint64_t header);

/*
 * Restores a settled end, for an archive that goes on: its begin may be
 * overwritten yet.
 * capacity  words from the record on
 * Returns the record's words now, 0: it is none.
 */
uint32_t fxw_late_restore(uint64_t *record, uint32_t capacity);

#endif
