/* SPDX-License-Identifier: MIT */
/*
 * What an archive lacks of a call whose begin it got earlier.
 */
#include "tools/archive/overlap.h"

#include "tests/tap.h"

#define THREAD 3u
#define PROVIDER 7u
#define BEGIN_TICKS 100u
#define END_TICKS 250u

static struct known *known;
static struct overlap *overlap;

static uint64_t head(unsigned type, uint32_t n_words, unsigned thread)
{
	return fxt_event_header(type, n_words, 0, (uint8_t)thread, 1, 2);
}

/* A call, known by both. */
static void add_call(const uint64_t *record, size_t n_words)
{
	known = known_new();
	overlap = overlap_new(1);
	(void)known_add(known, PROVIDER, record, n_words);
	overlap_add(overlap, known, PROVIDER, record);
}

static void end(void)
{
	overlap_free(overlap);
	known_free(known);
}

/* What the archive has: an event of the thread. */
static void note_event(uint32_t provider, unsigned type, unsigned thread,
		       uint64_t ticks)
{
	uint64_t words[2] = {head(type, 2, thread), ticks};

	known_note(known, provider, words, 2);
}

static void test_parts(void)
{
	uint64_t call[] = {head(FXT_EVENT_DURATION_COMPLETE, 3, THREAD),
			   BEGIN_TICKS, END_TICKS};

	add_call(call, 3);
	is_u64(overlap_missing(overlap, known, 0), OVERLAP_ALL);
	note_event(PROVIDER, FXT_EVENT_DURATION_BEGIN, THREAD + 1, BEGIN_TICKS);
	note_event(PROVIDER + 1, FXT_EVENT_DURATION_BEGIN, THREAD, BEGIN_TICKS);
	note_event(PROVIDER, FXT_EVENT_DURATION_BEGIN, THREAD, BEGIN_TICKS + 1);
	note_event(PROVIDER, FXT_EVENT_DURATION_END, THREAD, BEGIN_TICKS);
	is_u64(overlap_missing(overlap, known, 0), OVERLAP_ALL);
	note_event(PROVIDER, FXT_EVENT_DURATION_BEGIN, THREAD, BEGIN_TICKS);
	is_u64(overlap_missing(overlap, known, 0), OVERLAP_END);
	note_event(PROVIDER, FXT_EVENT_DURATION_END, THREAD, END_TICKS);
	is_u64(overlap_missing(overlap, known, 0), OVERLAP_NONE);
	ok(!known_is_there(known, 0), "the event itself is not there");
	end();
}

static void test_inline_thread(void)
{
	uint64_t call[] = {head(FXT_EVENT_DURATION_COMPLETE, 5, 0), BEGIN_TICKS,
			   40, 41, END_TICKS};
	uint64_t other[] = {head(FXT_EVENT_DURATION_BEGIN, 4, 0), BEGIN_TICKS,
			    40, 42};

	add_call(call, 5);
	known_note(known, PROVIDER, other, 4);
	is_u64(overlap_missing(overlap, known, 0), OVERLAP_ALL);
	other[3] = 41;
	known_note(known, PROVIDER, other, 4);
	is_u64(overlap_missing(overlap, known, 0), OVERLAP_END);
	end();
}

static void test_end(void)
{
	uint64_t call[] = {head(FXT_EVENT_DURATION_COMPLETE, 4, THREAD),
			   BEGIN_TICKS, 4711, END_TICKS};
	uint64_t made[FXT_RECORD_MAX_WORDS];
	uint64_t want[] = {head(FXT_EVENT_DURATION_END, 3, THREAD), END_TICKS,
			   4711};

	is_u64(overlap_end(made, call), 3);
	is_mem(made, want, sizeof(want));
}

static const struct tap_test tests[] = {
	{"of a call whose begin an archive has, its end is missing, or nothing",
	 test_parts},
	{"a thread that is in the event is distinguished from others",
	 test_inline_thread},
	{"the end has the values, and its own time", test_end},
};

TAP_MAIN(tests)
