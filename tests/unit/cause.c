/* SPDX-License-Identifier: MIT */
/*
 * The causes of alerts that a manager takes out of lent memory, where the
 * program may write whatever it likes.
 */
#include "tools/manager/cause.h"

#include <stdlib.h>
#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"

#define SLOTS_BYTES 4096u

static struct fxw_cause *causes; /* FXW_TRIGGERS of them */
static struct build b;
static unsigned n_reads, change_at; /* the memory changes at that read */

static bool read_memory(void *context, void *to, size_t n, uint64_t off)
{
	(void)context;
	if (++n_reads == change_at)
		causes[0].begun++;
	if (off < SLOTS_BYTES)
		return false;
	memcpy(to, (char *)causes + off - SLOTS_BYTES, n);
	return true;
}

static struct provider provider = {
	.id = 5,
	.lent = {.fd = -1,
		 .source = {NULL, read_memory},
		 .n_more_slots = 1,
		 .n_bytes = SLOTS_BYTES + FXW_TRIGGERS * FXW_CAUSE_BYTES},
};

static void start(void)
{
	causes = causes ?: malloc(FXW_TRIGGERS * sizeof(*causes));
	memset(causes, 0, FXW_TRIGGERS * sizeof(*causes));
	n_reads = change_at = 0;
}

/* A sound record of that kind, in a slot. */
static void fill(unsigned slot, unsigned type)
{
	size_t n_before;

	build_begin(&b);
	n_before = b.n_words;
	arg_string(&b, FXW_ARG_RULE, "snapshot:chdir");
	arg_u64(&b, FXW_ARG_DURATION, 12);
	build_event(&b, type, 5, "libc:fs", "chdir", FXT_SCOPE_THREAD);
	causes[slot].begun = causes[slot].done = 1;
	strcpy(causes[slot].name, "chdir");
	causes[slot].n_words = b.n_words - n_before;
	memcpy(causes[slot].words, b.words + n_before,
	       causes[slot].n_words * 8);
}

/* How many words are taken of it. */
static uint64_t taken(void)
{
	char alert[FXW_ALERT_BYTES] = "chdir";
	struct chunk *chunk = cause_take(&provider, alert);
	uint64_t n = chunk ? chunk->n_words : 0;

	if (n)
		is_u64(chunk->provider_id, 5);
	if (chunk)
		chunk_free(chunk);
	return n;
}

static void sound(void)
{
	start();
	is_u64(taken(), 0);
	fill(FXW_TRIGGERS - 1, FXT_EVENT_INSTANT);
	is_u64(taken(), causes[FXW_TRIGGERS - 1].n_words);
	strcpy(causes[FXW_TRIGGERS - 1].name, "chdirs");
	is_u64(taken(), 0);
}

static void torn(void)
{
	start();
	fill(0, FXT_EVENT_INSTANT);
	causes[0].done = 0;
	is_u64(taken(), 0);
	start();
	fill(0, FXT_EVENT_INSTANT);
	/* between the two reads; it is not whole later either */
	change_at = 2;
	is_u64(taken(), 0);
}

/* Another length than the record's own, and one outside of the slot. */
static void lengths(void)
{
	uint64_t n;

	start();
	fill(0, FXT_EVENT_INSTANT);
	n = causes[0].n_words;
	const uint64_t wrong[] = {
		0,	   1, n - 1, n + 1, FXW_CAUSE_WORDS + 1, 1ull << 32 | n,
		UINT64_MAX};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		causes[0].n_words = wrong[i];
		is_u64(taken(), 0);
	}
	/* the header agrees, and the record does not; its last word may be
	 * missing in other writers' records */
	for (uint64_t size = 1; size < n - 1; size++) {
		causes[0].n_words = size;
		causes[0].words[0] =
			(causes[0].words[0] & ~0xfff0ull) | size << 4;
		is_u64(taken(), 0);
	}
}

/* Something else than a cause: a call, a string, a log record, nothing. */
static void other_records(void)
{
	start();
	fill(0, FXT_EVENT_DURATION_BEGIN);
	is_u64(taken(), 0);
	for (unsigned type = 0; type < 16; type++) {
		fill(0, FXT_EVENT_INSTANT);
		causes[0].words[0] = (causes[0].words[0] & ~15ull) | type;
		if (type != FXT_RECORD_EVENT)
			is_u64(taken(), 0);
	}
}

/* Any word and any bit of it is wrong: what is taken is whole or nothing. */
static void any_bit(void)
{
	size_t n;
	unsigned n_odd = 0;

	start();
	fill(0, FXT_EVENT_INSTANT);
	n = causes[0].n_words;
	for (size_t bit = 0; bit < n * 64; bit++) {
		char alert[FXW_ALERT_BYTES] = "chdir";
		struct chunk *chunk;

		causes[0].words[bit / 64] ^= 1ull << bit % 64;
		chunk = cause_take(&provider, alert);
		n_odd += chunk && chunk->n_words != n;
		if (chunk)
			chunk_free(chunk);
		causes[0].words[bit / 64] ^= 1ull << bit % 64;
	}
	is_u64(n_odd, 0);
	is_u64(taken(), n);
}

/* A buffer that ends where causes would be. */
static void no_causes(void)
{
	start();
	fill(0, FXT_EVENT_INSTANT);
	provider.lent.n_bytes--;
	is_u64(taken(), 0);
	provider.lent.n_bytes++;
	provider.lent.slots_off = UINT64_MAX - 4096;
	is_u64(taken(), 0);
	provider.lent.slots_off = 0;
	provider.lent.n_more_slots = 0;
	is_u64(taken(), 0);
	provider.lent.n_more_slots = 1;
	is_u64(taken(), causes[0].n_words);
}

static const struct tap_test tests[] = {
	{"the record of the alert's name is taken", sound},
	{"one that is being written is not", torn},
	{"nor one of another length", lengths},
	{"nor what is no instant event", other_records},
	{"whatever bit is wrong, records are whole", any_bit},
	{"a buffer without causes has none", no_causes},
};

TAP_MAIN(tests)
