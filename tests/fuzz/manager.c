/* SPDX-License-Identifier: MIT */
/*
 * Any bytes in a buffer that was lent to the manager. It is collected, saved
 * and finished, or, of a circular provider, copied, while its owner goes on
 * changing it. For libFuzzer and tests/fuzz_driver.c.
 *
 * The input changes a buffer that is in order: pairs of {offset in words 32,
 * step 8, unused 24} and the new word. What the steps are, between which the
 * changes happen, is in run().
 */
#include "tests/fuzz/target.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lend.h"
#include "tools/manager/flight.h"
#include "tools/manager/provider.h"
#include "tools/reader/unpack.h"

/* More than a buffer of this size can hold, however often it is looked at. */
#define MOST_WORDS (1u << 20)

enum { N_STEPS = 5 };

static uint64_t n_words_out;

/* Every chunk has to be a chain of records that a reader takes. */
static void check_chunk(void *context, struct chunk *chunk)
{
	(void)context;
	for (uint32_t at = 0, n; at < chunk->n_words; at += n) {
		struct fxr_record record = {.words = chunk->words + at};
		size_t fault_word;

		n = chunk->words[at] >> 4 & 0xfff;
		if (n == 0 || n > chunk->n_words - at)
			abort();
		record.n_words = n;
		record.type = fxt_record_type(chunk->words[at]);
		if (!fxt_is_usable(fxr_unpack(&record, &fault_word)))
			abort();
	}
	n_words_out += chunk->n_words;
	if (n_words_out > MOST_WORDS)
		abort();
	chunk_free(chunk);
}

static bool has_space(void *context)
{
	(void)context;
	return true;
}

static const struct provider_sink sink = {.put = check_chunk,
					  .has_space = has_space};

static void change(struct lend *lend, const uint8_t *bytes, size_t n_bytes,
		   unsigned step)
{
	for (; n_bytes >= 16; bytes += 16, n_bytes -= 16) {
		uint32_t at;

		memcpy(&at, bytes, sizeof(at));
		if (bytes[4] % N_STEPS != step)
			continue;
		memcpy(lend->map + at % (lend->n_bytes / 8) * 8, bytes + 8, 8);
	}
}

static void save(struct provider *provider)
{
	/* long enough for a vain request */
	if (provider_hear(provider) && provider->has_request &&
	    provider_save(provider, &sink, 1) != PROVIDER_SAVED &&
	    provider_save(provider, &sink, 1000000000) != PROVIDER_SAVED)
		return;
	provider_answer(provider);
}

static void run(struct lend *lend, const uint8_t *bytes, size_t n_bytes)
{
	struct provider_losses losses = {0};
	struct provider provider;

	change(lend, bytes, n_bytes, 0);
	if (provider_open(&provider, dup(lend->fd), 1, 77, FXW_CLOCK_TSC))
		return;
	change(lend, bytes, n_bytes, 1);
	(void)provider_collect(&provider, &sink, 100000);
	change(lend, bytes, n_bytes, 2);
	save(&provider);
	change(lend, bytes, n_bytes, 3);
	(void)provider_collect(&provider, &sink, UINT64_MAX);
	change(lend, bytes, n_bytes, 4);
	save(&provider);
	(void)provider_finish(&provider, &sink, bytes[0] & 1, 1000000000,
			      &losses);
	provider_close(&provider);
}

static void take_flight(const struct provider *provider, uint64_t last_ticks)
{
	struct chunk *chunk, *next;
	struct flight flight;

	flight_take(provider, last_ticks, 1000000000, &flight);
	/* but for Provider Info and rate, which are not the provider's */
	next = flight.first->next;
	chunk_free(flight.first);
	while ((chunk = next)) {
		next = chunk->next;
		check_chunk(NULL, chunk);
	}
}

static void run_circular(struct lend *lend, const uint8_t *bytes,
			 size_t n_bytes)
{
	struct provider provider;

	lend->header->mode = FXW_CIRCULAR;
	lend->control->lap_first[0] = 1;
	lend->control->lap_first[1] = 2;
	change(lend, bytes, n_bytes, 0);
	if (provider_open(&provider, dup(lend->fd), 1, 77, FXW_CLOCK_TSC))
		return;
	if (provider.lent.overwrites) {
		change(lend, bytes, n_bytes, 1);
		take_flight(&provider, 100000);
		change(lend, bytes, n_bytes, 2);
		provider.since_ticks = 500;
		provider.n_before = bytes[2];
		provider.forgets_names = bytes[0] & 4;
		take_flight(&provider, bytes[0] & 8 ? UINT64_MAX : 1500);
	}
	provider_close(&provider);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	struct lend lend;

	if (n_bytes < 16)
		return 0;
	n_words_out = 0;
	lend_make(&lend, FXW_CLOCK_TSC, "fuzz");
	lend_seal(&lend);
	lend_string(&lend, 1, "name");
	lend.control->durable_alloc += 2;
	lend_string(&lend, 2, "more");
	lend_calls(&lend, 1, 60, 200);
	lend_calls(&lend, 2, 3, 20);
	lend_packet(&lend, (struct fxw_packet){.request = FXW_SAVE_BUFFER,
					       .data64 = 48});
	if (bytes[0] & 2)
		run_circular(&lend, bytes, n_bytes);
	else
		run(&lend, bytes, n_bytes);
	lend_free(&lend);
	return 0;
}
