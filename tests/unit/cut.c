/* SPDX-License-Identifier: MIT */
/*
 * The newest part of an archive.
 */
#include "tools/archive/cut.h"

#include <string.h>
#include <unistd.h>

#include "tests/tap.h"
#include "writer/fxt.h"

#define CALL_WORDS 5u
#define CALL_BYTES (CALL_WORDS * 8)

static void put_call(FILE *to, uint64_t ticks)
{
	const uint64_t words[CALL_WORDS] = {
		fxt_event_header(FXT_EVENT_DURATION_COMPLETE, CALL_WORDS, 0, 0,
				 1, 1),
		ticks, 7, 7, ticks + 1};

	fwrite(words, 8, CALL_WORDS, to);
}

/* Calls that are left of `from`, whose first has those ticks. */
static uint64_t cut(FILE *from, uint64_t last_bytes, uint64_t *first_ticks)
{
	char error[256] = "";
	FILE *out = tmpfile();
	uint64_t words[CALL_WORDS], n = 0;

	ok(cut_newest(from, last_bytes, out, error, sizeof(error)), "%s",
	   error);
	*first_ticks = 0;
	fseek(out, 8, SEEK_SET);
	for (; fread(words, 8, CALL_WORDS, out) == CALL_WORDS; n++)
		if (n == 0)
			*first_ticks = words[1];
	fclose(out);
	fclose(from);
	return n;
}

static FILE *begin(void)
{
	const uint64_t magic = FXT_MAGIC;
	FILE *archive = tmpfile();

	fwrite(&magic, 8, 1, archive);
	return archive;
}

/* An hour with a thousand calls in its last microsecond. */
static FILE *burst(void)
{
	FILE *archive = begin();

	for (uint64_t i = 0; i < 10; i++)
		put_call(archive, i * 1000);
	for (uint64_t i = 0; i < 1000; i++)
		put_call(archive, 3600000000000 + i);
	return archive;
}

static void burst_at_end(void)
{
	uint64_t first;

	is_u64(cut(burst(), 100 * CALL_BYTES, &first), 100);
	is_u64(first, 3600000000900);
	is_u64(cut(burst(), 100 * CALL_BYTES + CALL_BYTES / 2, &first), 100);
	is_u64(cut(burst(), 1000 * CALL_BYTES, &first), 1000);
	is_u64(cut(burst(), 1001 * CALL_BYTES, &first), 1001);
	is_u64(first, 9000);
}

static void limits(void)
{
	uint64_t first;
	FILE *one;

	is_u64(cut(burst(), 1, &first), 0);
	is_u64(cut(burst(), UINT64_MAX, &first), 1010);
	is_u64(cut(begin(), 1000, &first), 0);
	one = begin();
	put_call(one, UINT64_MAX - 1);
	is_u64(cut(one, CALL_BYTES, &first), 1);
	one = begin();
	put_call(one, 0);
	put_call(one, UINT64_MAX - 1);
	is_u64(cut(one, CALL_BYTES, &first), 1);
	is_u64(first, UINT64_MAX - 1);
	one = begin();
	put_call(one, 5);
	put_call(one, 5);
	is_u64(cut(one, CALL_BYTES, &first), 0); /* both or none */
}

/* Records of a thread, and of the recorder, at a moment. */
static void put_alongside(FILE *to, uint64_t ticks, uint64_t tid)
{
	static const unsigned types[] = {
		FXT_EVENT_COUNTER,   FXT_EVENT_ASYNC_BEGIN,
		FXT_EVENT_ASYNC_END, FXT_EVENT_FLOW_BEGIN,
		FXT_EVENT_FLOW_END,
	};
	const uint64_t log[] = {fxt_log_header(5, 8, 0), ticks, 7, tid, 'x'};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		const uint64_t words[] = {
			fxt_event_header(types[i], 5, 0, 0, 1, 1), ticks, 7,
			tid, 1};

		fwrite(words, sizeof(words), 1, to);
	}
	fwrite(log, sizeof(log), 1, to);
}

static void alongside_calls(void)
{
	FILE *archive = begin();
	uint64_t first;

	put_call(archive, 10);
	put_alongside(archive, 10, 7);
	put_alongside(archive, 10, (1u << 30) + 7);
	put_call(archive, 20);
	put_alongside(archive, 21, 7);
	is_u64(cut(archive, CALL_BYTES, &first), 6 + 1 + 6);
}

static const struct tap_test tests[] = {
	{"a burst at the end of an hour is cut to the call", burst_at_end},
	{"what was emitted alongside older calls goes with them, what the "
	 "recorder "
	 "says does not",
	 alongside_calls},
	{"nothing, everything, and stamps at the ends of the scale", limits},
};
TAP_MAIN(tests)
