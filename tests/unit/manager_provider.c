/* SPDX-License-Identifier: MIT */
/*
 * What is taken out of a lent buffer, step by step, and what is refused.
 */
#include "tools/manager/provider.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/lend.h"
#include "tests/tap.h"
#include "writer/lap.h"

static struct lend lend;
static struct provider provider;
static struct provider_losses losses;

/* What came out. */
static struct {
	uint64_t n_calls, next, n_strings, n_words, n_chunks, n_losses;
	uint64_t last_string; /* position, in words */
	bool is_row, is_full;
} got = {.is_row = true};

static void count_chunk(void *context, struct chunk *chunk)
{
	(void)context;
	got.n_chunks++;
	for (uint32_t at = 0, n; at < chunk->n_words; at += n) {
		const uint64_t *word = chunk->words + at;

		n = word[0] >> 4 & 0xfff;
		if (n == 0 || n > chunk->n_words - at) {
			ok(false, "no record at %d", (int)at);
			break;
		}
		got.n_words += n;
		switch (word[0] & 15) {
		case FXT_RECORD_STRING:
			got.n_strings++;
			got.last_string = got.n_words;
			break;
		case FXT_RECORD_METADATA:
			got.n_losses++;
			break;
		case FXT_RECORD_EVENT:
			if ((word[0] >> 16 & 15) != FXT_EVENT_DURATION_COMPLETE)
				break;
			got.is_row &= word[5] == got.next++;
			got.n_calls++;
			break;
		}
	}
	chunk_free(chunk);
}

static bool has_space(void *context)
{
	(void)context;
	return !got.is_full;
}

static const struct provider_sink sink = {.put = count_chunk,
					  .has_space = has_space};

static const char *open_it(void)
{
	return provider_open(&provider, dup(lend.fd), 1, 77,
			     FXW_CLOCK_MONOTONIC);
}

static void start(void)
{
	lend_make(&lend, FXW_CLOCK_MONOTONIC, "test");
	lend_seal(&lend);
	is_str(open_it(), NULL);
	is_str(provider.lent.name, "test");
}

static void grows(void)
{
	start();
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_words, 0);
	lend_string(&lend, 1, "name");
	lend_calls(&lend, 1, 2, 5);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 5);
	is_u64(got.n_strings, 1);
	is_u64(got.last_string, 2); /* before the calls */
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 5); /* once */
	lend_calls(&lend, 1, 3, 9);
	lend_calls(&lend, 2, 3, 7);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 21);
	ok(got.is_row);
	is_u64(provider.counts.n_calls, 21);
	is_u64(provider.counts.n_broken, 0);
}

/* More records in a span that was looked at before. */
static void span_grows(void)
{
	uint64_t *word;

	start();
	lend_calls(&lend, 1, 2, 3);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 3);
	lend.control->alloc = 1ull << 32;
	lend.n_units[0] = 0;
	lend.n_calls = 0;
	lend_calls(&lend, 1, 2, 11);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 11);
	ok(got.is_row);
	/* to its very end */
	word = lend.rolling[0] + FXW_STAMP_WORDS + 11 * 7;
	word[0] = fxt_string_header(9, (256 - 3 - 77 - 1) * 8);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_strings, 1);
	word[0] = fxt_string_header(8, (256 - 3 - 77 - 1) * 8);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_strings, 1);
}

/* A call is left alone that is later than the collection began. */
static void not_yet(void)
{
	start();
	lend_calls(&lend, 1, 2, 10); /* at 0, 10, 20 ... */
	ok(provider_collect(&provider, &sink, 45));
	is_u64(got.n_calls, 5);
	ok(provider_collect(&provider, &sink, 45));
	is_u64(got.n_calls, 5);
	ok(provider_collect(&provider, &sink, 1000));
	is_u64(got.n_calls, 10);
	ok(got.is_row);
}

static struct fxw_packet save_request(uint32_t wraps)
{
	return (struct fxw_packet){
		.request = FXW_SAVE_BUFFER,
		.data32 = wraps,
		.data64 = (uint32_t)lend.control->durable_alloc * 8ull,
	};
}

static void laps(void)
{
	start();
	lend_string(&lend, 1, "name");
	for (uint32_t lap = 1; lap < 20; lap++) {
		uint32_t n = (uint32_t)got.n_calls;

		lend_calls(&lend, lap, 40, 600 + lap);
		lend_calls(&lend, lap, 24, 100);
		lend_calls(&lend, lap + 1, 1, 1);
		ok(lend_packet(&lend, save_request(lap - 1)));
		ok(provider_hear(&provider) && provider.has_request);
		is_u64(provider_save(&provider, &sink, 1), PROVIDER_SAVED);
		/* requested again while it is on its way to the file */
		ok(lend_packet(&lend, save_request(lap - 1)));
		ok(provider_hear(&provider) && provider.has_request);
		is_u64(lend.control->n_answers, lap - 1);
		provider_answer(&provider);
		is_u64(got.n_calls, n + 700 + lap);
		is_u64(lend.control->n_answers, lap);
		is_u64(lend.control->answer.request, FXW_BUFFER_SAVED);
		is_u64(lend.control->answer.data32, lap - 1);
		is_u64(lend.control->answer.data64, 16);
		/* the one call in the next lap is made again */
		lend.n_units[lap & 1] = 0;
		lend.n_calls--;
		lend.control->alloc = (lap + 1ull) << 32;
	}
	ok(got.is_row);
	/* once more, and by one who was stopped for long */
	ok(lend_packet(&lend, save_request(18)) &&
	   lend_packet(&lend, save_request(3)));
	ok(provider_hear(&provider) && !provider.has_request);
	/* the last answer is there: one more would be taken for damage */
	is_u64(lend.control->n_answers, 19);
	is_u64(lend.control->answer.data32, 18);
	/* it is repeated if the program has overwritten it */
	lend.control->answer = (struct fxw_packet){0};
	/* by a thread that was stopped for long */
	ok(lend_packet(&lend, save_request(3)));
	ok(provider_hear(&provider) && !provider.has_request);
	is_u64(lend.control->answer.data32, 18);
	is_u64(lend.control->n_answers, 20);
	lend_calls(&lend, 20, 2, 1);
	lend_calls(&lend, 21, 2, 1);
	ok(lend_packet(&lend, save_request(19)));
	ok(lend_packet(&lend, save_request(18)));
	ok(provider_hear(&provider) && provider.has_request);
	is_u64(lend.control->answer.data32, 18);
	is_u64(provider.save_request.data32, 19);
}

/* A standby finds an alert in its cell until somebody has acted upon it. */
static void alert(void)
{
	struct fxw_packet packet = {.request = FXW_ALERT, .data64 = 1};

	start();
	ok(lend_packet(&lend, packet));
	ok(provider_hear(&provider));
	is_u64(provider.n_alerts, 1);
	is_u64(lend.control->cells[0].request, FXW_ALERT);
	provider_drop_alerts(&provider);
	is_u64(provider.n_alerts, 0);
	is_u64(lend.control->cells[0].request, 0);
	is_u64(lend.control->cells[0].data64, 0);
	ok(lend_packet(&lend, packet) && provider_hear(&provider));
	is_u64(provider.n_alerts, 1);
}

/* A writer inside the lap that is saved. */
static void held(void)
{
	struct fxw_slot *slot;
	uint64_t *word;

	start();
	lend_calls(&lend, 1, 2, 3);
	lend_calls(&lend, 1, 62, 5);
	lend_calls(&lend, 2, 1, 1);
	slot = &lend.control->slots[5];
	slot->state = FXW_SLOT_LIVE;
	slot->sequence[1] = 1;
	slot->inside[1] = FXW_WRITING;
	lend.control->places[5][1] = fxw_place(0, 256);
	ok(lend_packet(&lend, save_request(0)));
	ok(provider_hear(&provider));
	is_u64(provider_save(&provider, &sink, 1), PROVIDER_WAIT);
	is_u64(provider_save(&provider, &sink, 1000000), PROVIDER_WAIT);
	is_u64(provider_save(&provider, &sink, 9000000), PROVIDER_SAVED);
	provider_answer(&provider);
	is_u64(got.n_calls, 8);
	is_u64(lend.control->held[0][0], fxw_place(0, 256));
	/* it writes now, and leaves later */
	word = lend.rolling[0] + FXW_STAMP_WORDS + 3 * 7;
	lend.n_calls = 8;
	memcpy(word, word - 7, 56);
	word[5] = 8;
	word[7] = fxt_filler_header(256 - 3 - 4 * 7);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 10); /* and the one of the next lap */
	is_u64(lend.control->held[0][0], fxw_place(0, 256));
	slot->inside[1] = FXW_AWAY;
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(lend.control->held[0][0], 0);
	is_u64(got.n_calls, 10);
}

/* Space of the durable region that its record is not in yet. */
static void holes(void)
{
	uint32_t n = 0;

	start();
	lend_string(&lend, 1, "first");
	lend.control->durable_alloc += 3; /* nothing is there */
	lend_string(&lend, 2, "second");
	lend.durable[7] = fxt_filler_header(4);
	lend.control->durable_alloc += 4;
	lend_string(&lend, 3, "third");
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_strings, 3);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_strings, 3);
	lend.durable[2] = fxt_filler_header(3);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_strings, 3);
	lend.durable[7] = fxt_string_header(4, 20);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_strings, 4);
	lend.durable[2] = fxt_string_header(5, 16);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_strings, 5);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_strings, 5);
	/* more holes than one looks after: the rest waits */
	for (; (uint32_t)lend.control->durable_alloc < LEND_DURABLE_WORDS - 4;
	     n++) {
		lend.control->durable_alloc += 1;
		lend_string(&lend, 6, "");
	}
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_strings, 5 + n);
}

static void last(void)
{
	start();
	lend_string(&lend, 1, "name");
	lend_calls(&lend, 1, 63, 1000);
	lend_calls(&lend, 2, 3, 20);
	lend.control->slots[3].n_lost = 4;
	lend.control->slots[3].tid = 78;
	lend.control->n_lost_unslotted = 5;
	lend.control->n_cut = 6;
	ok(provider_finish(&provider, &sink, true, 1000000000, &losses));
	is_u64(got.n_calls, 1020);
	ok(got.is_row);
	is_u64(losses.n_lost, 9);
	is_u64(losses.n_cut, 6);
	is_u64(got.n_losses, 1); /* Provider Event */
	provider_close(&provider);
}

static void sink_full(void)
{
	start();
	lend_calls(&lend, 1, 63, 1000);
	got.is_full = true;
	ok(!provider_finish(&provider, &sink, true, 1000000000, &losses));
	is_u64(got.n_calls, 0);
	got.is_full = false;
	ok(provider_finish(&provider, &sink, true, 1000000000, &losses));
	is_u64(got.n_calls, 1000);
}

/* Records that are not the provider's to write. */
static void foreign(void)
{
	uint32_t at = 0;

	start();
	lend.durable[at++] = fxt_provider_section(2);
	lend.durable[at++] = fxt_provider_info_header(2, 0);
	lend.durable[at++] = fxt_provider_event(2, 0);
	lend.durable[at++] = fxt_provider_event(1, 0);
	lend.durable[at++] = fxt_init_header();
	lend.durable[at++] = 1;
	lend.control->durable_alloc += at;
	lend_string(&lend, 1, "name");
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_words, 3);
	is_u64(got.n_strings, 1);
}

static void broken(void)
{
	start();
	lend_calls(&lend, 1, 2, 3);
	/* the next one's argument passes its end */
	lend.rolling[0][FXW_STAMP_WORDS + 2 * 7 + 4] =
		fxt_arg_header(FXT_ARG_STRING, 2, 1, 0x8fff);
	lend_calls(&lend, 1, 2, 3);
	lend.durable[0] = ~0ull;
	lend.control->durable_alloc += 2;
	ok(provider_finish(&provider, &sink, true, 1000000000, &losses));
	is_u64(got.n_calls, 5);
	is_u64(provider.counts.n_broken, 2);
}

static bool is_refused(const char *what)
{
	const char *wrong = open_it();

	if (!wrong)
		provider_close(&provider);
	return ok(wrong != NULL, "%s", what);
}

static void refused(void)
{
	struct fxw_header header;
	struct fxw_control *control;
	uint64_t *number[] = {
		&header.magic,	       &header.durable_bytes,
		&header.rolling_bytes, &header.control_off,
		&header.durable_off,   &header.rolling_off,
	};
	static const uint64_t values[] = {0,
					  1,
					  7,
					  24,
					  1ull << 20,
					  1ull << 31,
					  1ull << 32,
					  1ull << 40,
					  INT64_MAX,
					  UINT64_MAX,
					  UINT64_MAX - 7};

	lend_make(&lend, FXW_CLOCK_MONOTONIC, "test");
	ok(is_refused("not sealed"));
	lend_seal(&lend);
	control = lend.control;
	memcpy(&header, lend.header, sizeof(header));
	for (size_t i = 0; i < sizeof(number) / sizeof(*number); i++)
		for (size_t j = 0; j < sizeof(values) / sizeof(*values); j++) {
			uint64_t old = *number[i];

			*number[i] = values[j];
			memcpy(lend.header, &header, sizeof(header));
			is_refused("a header of that kind");
			*number[i] = old;
		}
	memcpy(lend.header, &header, sizeof(header));
	control->clock++;
	is_refused("another clock");
	control->clock--;
	control->bytes--;
	is_refused("another control area");
	control->bytes++;
	control->n_more_slots = 1000;
	is_refused("slots on top of the header");
	control->slots_off = 1ull << 40;
	is_refused("slots behind the end");
	control->n_more_slots = UINT32_MAX;
	is_refused("more slots than there is space");
	control->n_more_slots = 0;
	is_str(open_it(), NULL);
}

static void not_memory(void)
{
	lend = (struct lend){.fd = open("/dev/zero", O_RDWR)};
	is_refused("a device");
	lend.fd = open("/tmp", O_RDONLY);
	is_refused("a folder");
	lend.fd = memfd_create("empty", MFD_ALLOW_SEALING);
	fcntl(lend.fd, F_ADD_SEALS, F_SEAL_SHRINK);
	is_refused("an empty memfd");
	if (ftruncate(lend.fd, 1ll << 45))
		diag("no such size here");
	is_refused("a huge memfd");
	is_refused("nothing");
}

static void is_wrong(struct fxw_packet packet)
{
	start();
	ok(lend_packet(&lend, packet));
	ok(!provider_hear(&provider));
	ok(provider.wrong != NULL);
	provider_dismiss(&provider);
	is_u64(lend.control->answer.data32, UINT32_MAX - 1);
	ok(lend.control->n_answers & FXW_NO_MORE_ANSWERS);
	provider_close(&provider);
	lend_free(&lend);
}

static void malformed(void)
{
	is_wrong((struct fxw_packet){.request = 9});
	is_wrong((struct fxw_packet){.request = FXW_STARTED, .data32 = 2});
	is_wrong((struct fxw_packet){
		.request = FXW_STARTED, .data32 = 1, .data64 = 1});
	is_wrong((struct fxw_packet){.request = FXW_STOPPED, .data16 = 1});
	is_wrong((struct fxw_packet){.request = FXW_SAVE_BUFFER, .data32 = 1});
	is_wrong((struct fxw_packet){.request = FXW_SAVE_BUFFER, .data64 = 4});
	is_wrong((struct fxw_packet){.request = FXW_SAVE_BUFFER,
				     .data64 = 1 << 20});
	is_wrong((struct fxw_packet){.request = FXW_BUFFER_SAVED});
	is_wrong((struct fxw_packet){.data32 = 7});
}

/* What is to be forgotten is in the lap that is being written. */
static void forgotten(void)
{
	struct chunk *names;

	start();
	lend_string(&lend, 1, "name");
	lend_calls(&lend, 1, 2, 5);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 5);
	lend_calls(&lend, 1, 2, 5);
	names = provider_names(&provider);
	ok(names && !names->next);
	is_u64(names->n_words, 2); /* the string, once more */
	chunk_free(names);
	provider_discard(&provider, NULL);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 5);
	ok(provider_turn(&provider));
	is_u64(lend.control->alloc, 2ull << 32);
	is_u64(lend.control->live, 2);
	is_u64(lend.control->first_sequence, 2);
	got.next = 10;
	lend_calls(&lend, 2, 2, 3);
	ok(provider.has_request);
	is_u64(provider_save(&provider, &sink, 1), PROVIDER_SAVED);
	provider_answer(&provider);
	is_u64(lend.control->answer.data32, 0);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 8);
	is_u64(got.n_strings, 1);
	ok(got.is_row && provider_turn(&provider));
	is_u64(lend.control->live, 2); /* once */
}

/* The program turns itself, before we can: its buffer was not saved. */
static void forgotten_later(void)
{
	start();
	lend_calls(&lend, 1, 2, 5);
	lend_calls(&lend, 2, 2, 5);
	provider_discard(&provider, NULL);
	ok(!provider_turn(&provider)); /* nothing was requested */
	ok(provider.has_request && !provider_turn(&provider));
	is_u64(provider_save(&provider, &sink, 1), PROVIDER_SAVED);
	provider_answer(&provider);
	is_u64(lend.control->answer.data32, 0);
	lend_calls(&lend, 3, 2, 4);
	got.next = 10;
	ok(provider_turn(&provider));
	is_u64(lend.control->alloc >> 32, 3);
	ok(lend_packet(&lend, save_request(1)) && provider_hear(&provider));
	is_u64(provider_save(&provider, &sink, 1), PROVIDER_SAVED);
	provider_answer(&provider);
	ok(provider_collect(&provider, &sink, UINT64_MAX));
	is_u64(got.n_calls, 4);
	ok(got.is_row);
}

/* What has grown is not known where freed memory is kept. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MOST_KB LONG_MAX
#else
#define MOST_KB 2048
#endif

static long peak_kb(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

/* Names that are put together again and again, as where an archive is begun
 * again, take no more memory. */
static void names_again(void)
{
	long before_kb = 0;

	start();
	lend_string(&lend, 1, "name");
	lend_calls(&lend, 1, 2, 5);
	for (unsigned i = 0; i < 2000; i++) {
		if (i == 100)
			before_kb = peak_kb();
		chunk_free(provider_names(&provider));
	}
	ok(peak_kb() - before_kb < MOST_KB, "%ld KB", peak_kb() - before_kb);
}

static const struct tap_test tests[] = {
	{"what is new is taken once, names first", grows},
	{"a span may grow after it was looked at", span_grows},
	{"what is later than the collection began is left", not_yet},
	{"laps are saved one after the other", laps},
	{"an alert stays in its cell until it has been acted upon", alert},
	{"a span whose writer stays is held until he leaves", held},
	{"durable space that is not filled yet is looked at again", holes},
	{"the last collection takes both laps and records losses", last},
	{"where the sink is full nothing is lost", sink_full},
	{"a provider writes no records about others", foreign},
	{"damage is left out and counted", broken},
	{"a header that lies is refused", refused},
	{"what is no sealed memory is refused, too", not_memory},
	{"a malformed packet ends it", malformed},
	{"what is to be forgotten goes, and its lap is closed", forgotten},
	{"or the program closes it", forgotten_later},
	{"names that are queried again take no more memory", names_again},
};
TAP_MAIN(tests)
