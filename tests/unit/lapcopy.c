/* SPDX-License-Identifier: MIT */
/*
 * A lap is copied whole, once and in order, however its spans lie and whenever
 * one looks.
 */
#include "tools/manager/lapcopy.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/tap.h"
#include "writer/lap.h"

#define N_UNITS 2048u /* 2 MiB: many pieces, many chunks */
#define N_WORDS (N_UNITS * FXW_UNIT_WORDS)
#define LATE_WORDS 8u

/* A lap as a recorder leaves it, and what the archive shall hold of it. */
static struct lent lent;
static uint64_t *lap_words; /* the memfd */
static uint64_t *want, *got;
static size_t n_want, n_got;
static uint64_t n_calls;
static struct gather_counts counts;
static struct gather gather;
static struct lap lap;

static void begin(void)
{
	lent = (struct lent){.fd = memfd_create("lap", 0),
			     .rolling_words = N_WORDS,
			     .nonce = 0x1234567890abcdef};
	ok(ftruncate(lent.fd, 2 * N_WORDS * 8ull) == 0);
	lap_words = mmap(NULL, N_WORDS * 8ull, PROT_READ | PROT_WRITE,
			 MAP_SHARED, lent.fd, 0);
	want = calloc(N_WORDS, 8);
	got = calloc(2 * N_WORDS, 8);
	gather = (struct gather){.provider_id = 1,
				 .emitted = emitted_new(),
				 .counts = &counts,
				 .last_ticks = UINT64_MAX};
	ok(lap_words != MAP_FAILED && lap_init(&lap, 1, N_WORDS));
}

/* A record of n_words (3 or more) that is kept. */
static void put_call(uint64_t *word, uint32_t n_words)
{
	word[0] =
		fxt_event_header(FXT_EVENT_DURATION_BEGIN, n_words, 1, 1, 1, 1);
	word[1] = ++n_calls * 10;
	word[2] = fxt_arg_header(FXT_ARG_STRING, n_words - 2, 1,
				 fxt_inline_ref((n_words - 3) * 8));
	for (uint32_t i = 3; i < n_words; i++)
		word[i] = 0x6161616161616161;
	memcpy(want + n_want, word, n_words * 8);
	n_want += n_words;
}

/* An end that names its begin: the archive's does not. */
static void put_late(uint64_t *word)
{
	struct fxw_late late;

	word[0] = fxt_event_header(FXT_EVENT_DURATION_END, LATE_WORDS, 3, 1, 1,
				   1);
	word[1] = n_calls * 10 + 1;
	word[2] = fxt_arg_header(FXT_ARG_UINT64, 3, fxt_inline_ref(6), 0);
	word[3] = 0x00006e6967656240;
	word[4] = n_calls * 10;
	word[5] = fxt_arg_header(FXT_ARG_UINT32, 2, fxt_inline_ref(4), 1);
	word[6] = 0x0000000070616c40;
	word[7] = fxt_arg_header(FXT_ARG_NULL, 1, 1, 0);
	memcpy(want + n_want, word, LATE_WORDS * 8);
	ok(fxw_late_find(want + n_want, LATE_WORDS, &late));
	n_want += fxw_late_settle(want + n_want, LATE_WORDS, &late, false);
}

/* One more record, whole or a filler where there is no space for it. */
static uint32_t put_any(uint64_t *word, uint32_t capacity)
{
	unsigned kind = (unsigned)rand() % 64;
	uint32_t n = kind == 0	 ? LATE_WORDS
		     : kind == 1 ? 2
				 : 3 + (uint32_t)rand() % 12;

	if (capacity < n) {
		word[0] = fxt_filler_header(capacity);
		return capacity;
	}
	if (kind == 0)
		put_late(word);
	else if (kind == 1)
		memcpy(word, (uint64_t[]){fxt_init_header(), 1}, 16);
	else if (kind == 2)
		word[0] = fxt_filler_header(n);
	else
		put_call(word, n);
	return n;
}

static void put_stamp(uint32_t sequence, uint32_t unit, uint32_t n_units)
{
	uint64_t *word = lap_words + unit * FXW_UNIT_WORDS;

	word[0] = fxt_filler_header(FXW_STAMP_WORDS);
	word[1] = (uint64_t)sequence << 32 | n_units * FXW_UNIT_WORDS;
	word[2] = fxw_lap_check(lent.nonce, sequence, unit);
}

/* Fills the words of a span from `at` up to `end`; a filler covers the rest. */
static void put_records(uint64_t *word, uint32_t at, uint32_t end,
			uint32_t n_words)
{
	while (at < end)
		at += put_any(word + at, n_words - at);
	if (at < n_words)
		word[at] = fxt_filler_header(n_words - at);
}

static void put_span(uint32_t sequence, uint32_t unit, uint32_t n_units)
{
	uint32_t n_words = n_units * FXW_UNIT_WORDS;

	put_records(lap_words + unit * FXW_UNIT_WORDS, FXW_STAMP_WORDS,
		    n_words - (uint32_t)rand() % 100, n_words);
	put_stamp(sequence, unit, n_units);
}

static uint32_t any_units(uint32_t unit)
{
	uint32_t n = 1 + (uint32_t)rand() % 63;

	return n < N_UNITS - unit ? n : N_UNITS - unit;
}

static void take_chunk(void)
{
	struct chunk *chunk = gather_take(&gather);

	if (!chunk)
		return;
	memcpy(got + n_got, chunk->words, chunk->n_words * 8);
	n_got += chunk->n_words;
	chunk_free(chunk);
}

static void collect(uint32_t n_units, bool is_still)
{
	while (!lap_collect(&lap, &lent, &gather, n_units * FXW_UNIT_WORDS,
			    is_still))
		take_chunk();
	take_chunk();
}

static void is_whole(uint64_t n_broken)
{
	is_u64(n_got, n_want);
	ok(n_got == n_want && memcmp(got, want, n_want * 8) == 0);
	is_u64(counts.n_calls, n_calls);
	is_u64(counts.n_broken, n_broken);
}

static void takes_all(void)
{
	for (unsigned seed = 0; seed < 20; seed++) {
		srand(seed);
		counts.n_calls = n_calls = n_want = n_got = 0;
		begin();
		for (uint32_t unit = 0, n; unit < N_UNITS; unit += n) {
			n = any_units(unit);
			put_span(1, unit, n);
		}
		collect(N_UNITS, true);
		is_whole(0);
	}
}

static void takes_once(void)
{
	begin();
	for (uint32_t unit = 0, n; unit < N_UNITS; unit += n) {
		n = any_units(unit);
		put_span(1, unit, n);
		if (rand() % 4 == 0)
			collect(unit + n, false);
	}
	collect(N_UNITS, true);
	collect(N_UNITS, true);
	is_whole(0);
}

/* A span of which a part was there before. */
static void takes_rest(void)
{
	uint32_t n_words = 63 * FXW_UNIT_WORDS, half = n_words / 2;

	begin();
	put_records(lap_words, FXW_STAMP_WORDS, half, half + 20);
	lap_words[half + 20] = fxt_filler_header(n_words - half - 20);
	put_stamp(1, 0, 63);
	collect(63, false);
	ok(n_got > half - 200);
	put_records(lap_words, half + 20, n_words - 30, n_words);
	collect(63, true);
	is_whole(0);
}

static void skips_holes(void)
{
	begin();
	put_span(1, 3, 9);
	put_span(1, 700, 63);
	put_span(1, 1900, 20);
	put_span(3, 1930, 20); /* of another lap */
	n_want = n_calls = 0;
	memset(want, 0, N_WORDS * 8ull);
	srand(1);
	put_span(1, 3, 9);
	put_span(1, 700, 63);
	put_span(1, 1900, 20);
	collect(N_UNITS, true);
	is_whole(0);
}

static void gives_up_spans(void)
{
	begin();
	put_span(1, 0, 9);
	put_call(lap_words + 9 * FXW_UNIT_WORDS + FXW_STAMP_WORDS, 8);
	lap_words[9 * FXW_UNIT_WORDS + FXW_STAMP_WORDS + 8] = 0xffff;
	put_stamp(1, 9, 40);
	put_span(1, 49, 5);
	put_stamp(1, N_UNITS - 5, 6); /* passes the end */
	collect(N_UNITS, true);
	is_whole(1);
}

/* More was written than was handed out, if one believes what one reads. */
static void passes_the_end(void)
{
	begin();
	put_span(1, 0, 60);
	put_span(1, 60, 63);
	collect(70, true);
	is_whole(0);
}

static void turns(void)
{
	begin();
	put_span(1, 0, 63);
	collect(N_UNITS, true);
	lap_turn(&lap);
	put_span(3, 0, 60);
	put_span(3, 60, 10);
	collect(N_UNITS, true);
	is_whole(0);
}

static const struct tap_test tests[] = {
	{"a still lap gives each record once, in order", takes_all},
	{"one that was looked at before gives the others", takes_once},
	{"as does a span", takes_rest},
	{"where nothing was written there is nothing", skips_holes},
	{"what is no record ends its span, not the others", gives_up_spans},
	{"a span behind the end of what was handed out is taken",
	 passes_the_end},
	{"the next lap starts again", turns},
};

TAP_MAIN(tests)
