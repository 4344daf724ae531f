/* SPDX-License-Identifier: MIT */
/*
 * Reading the file that a process writes by itself, as it is while the process
 * runs or was killed. It has gaps of zeros, regions, the clock's rate.
 */
#include "tools/reader/reader.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/build_archive.h"
#include "tests/tap.h"

#define DURABLE_WORDS 64u
#define ROLLING_WORDS 128u

static struct build b;
static struct fxr_record record;
static size_t blob_at, header_at, control_at; /* words */

/* A file with empty regions; the init record is in the durable one. */
static void begin(void)
{
	size_t n_control = fxt_words(sizeof(struct fxw_control));
	struct fxw_header header = {.magic = FXW_HEADER_MAGIC};
	struct fxw_control control = {
		.magic = FXW_CONTROL_MAGIC,
		.version = FXW_CONTROL_VERSION,
		.bytes = sizeof(control),
		.clock = FXW_CLOCK_TSC,
		.durable_alloc = 1ull << 32 | 2,
	};
	size_t i;

	build_magic(&b);
	build_provider(&b, 100, "prog");
	blob_at = b.n_words;
	header_at = blob_at + 1;
	control_at = (header_at + 16 + 7) / 8 * 8;
	build_filler(&b, control_at + n_control - blob_at);
	header.control_off = control_at * 8;
	header.durable_off = build_bytes(&b);
	header.durable_bytes = DURABLE_WORDS * 8;
	header.rolling_off = header.durable_off + header.durable_bytes;
	header.rolling_bytes = ROLLING_WORDS * 8;
	header.file_bytes = header.rolling_off + header.rolling_bytes;
	build_init(&b, 1000);
	for (i = 2; i < DURABLE_WORDS + ROLLING_WORDS; i++)
		build_word(&b, 0);
	memcpy(b.words + header_at, &header, sizeof(header));
	memcpy(b.words + control_at, &control, sizeof(control));
}

static struct fxw_header *header(void)
{
	return (void *)(b.words + header_at);
}

static struct fxw_control *control(void)
{
	return (void *)(b.words + control_at);
}

/* An event of 4 words at word `at` of the rolling region. */
static void put_event(size_t at, uint64_t ticks)
{
	uint64_t *words = b.words + header()->rolling_off / 8 + at;

	words[0] = fxt_event_header(FXT_EVENT_DURATION_BEGIN, 4, 0, 0, 0, 0);
	words[1] = ticks;
	words[2] = 100;
	words[3] = 101;
}

static struct fxr_reader *opened(void)
{
	return fxr_open_memory(b.words, build_bytes(&b));
}

/* Ticks of the events that are read, added up, and how the reading ends. */
static uint64_t sum(struct fxr_reader *reader, enum fxr_status *status)
{
	uint64_t n = 0;

	while (!(*status = fxr_next(reader, &record)))
		if (record.type == FXT_RECORD_EVENT)
			n += record.as.event.ticks;
	return n;
}

static void gaps(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	control()->alloc = 1ull << 32 | 40;
	put_event(0, 1);
	put_event(10, 20);
	put_event(36, 300);
	reader = opened();
	is_u64(sum(reader, &status), 321);
	is_u64(status, FXR_END);
	ok(!fxr_error(reader));
	ok(fxr_control(reader) != NULL);
	is_u64(fxr_totals(reader)->zero_bytes, (6 + 22) * 8);
	fxr_close(reader);
}

static void not_handed_out(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	control()->alloc = 1ull << 32 | 4;
	put_event(0, 1);
	put_event(4, 20);
	reader = opened();
	is_u64(sum(reader, &status), 1);
	is_u64(status, FXR_END);
	fxr_close(reader);
}

static void too_much_handed_out(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	control()->alloc = 1ull << 32 | 0xffffffff;
	control()->durable_alloc = UINT64_MAX;
	put_event(ROLLING_WORDS - 4, 7);
	reader = opened();
	is_u64(sum(reader, &status), 7);
	is_u64(status, FXR_END);
	fxr_close(reader);
}

static void crosses_region(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	control()->alloc = 1ull << 32 | 8;
	put_event(0, 1);
	put_event(6, 20);
	reader = opened();
	is_u64(sum(reader, &status), 1);
	is_u64(status, FXR_ERROR_RECORD);
	is_u64(fxr_error(reader)->off, header()->rolling_off + 6 * 8);
	fxr_close(reader);
}

static void cut_file(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	control()->alloc = 1ull << 32 | 40;
	put_event(0, 1);
	put_event(36, 20);
	reader = fxr_open_memory(b.words, header()->rolling_off + 20 * 8);
	is_u64(sum(reader, &status), 1);
	is_u64(status, FXR_ERROR_TRUNCATED);
	is_u64(fxr_error(reader)->off, header()->rolling_off + 20 * 8);
	fxr_close(reader);
}

static void finished(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	control()->state = FXW_FINISHED;
	reader = opened();
	(void)sum(reader, &status);
	is_u64(status, FXR_ERROR_RECORD);
	is_u64(fxr_error(reader)->off, header()->durable_off + 16);
	fxr_close(reader);
}

static void measured_rate(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	control()->ticks_per_second = 5;
	control()->first = (struct fxw_clock_pair){100, 1000, 0};
	control()->last =
		(struct fxw_clock_pair){100 + 3000000, 1000 + 2000000, 0};
	control()->alloc = 1ull << 32 | 4;
	put_event(0, 1);
	reader = opened();
	(void)sum(reader, &status);
	is_u64(record.provider->ticks_per_second, 1500000000);
	fxr_close(reader);
}

static void known_rate(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	control()->ticks_per_second = 2500000000;
	reader = opened();
	(void)sum(reader, &status);
	is_u64(record.provider->ticks_per_second, 2500000000);
	fxr_close(reader);
}

static void initial_rate(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	reader = opened();
	(void)sum(reader, &status);
	is_u64(record.provider->ticks_per_second, 1000);
	fxr_close(reader);
}

static void wrong_offsets(void)
{
	struct fxr_reader *reader;
	enum fxr_status status;

	begin();
	header()->rolling_off += 8;
	reader = opened();
	(void)sum(reader, &status);
	ok(!fxr_control(reader));
	is_u64(status, FXR_ERROR_RECORD);
	fxr_close(reader);
	header()->rolling_off -= 8;
	header()->control_off = UINT64_MAX - 7;
	reader = opened();
	(void)sum(reader, &status);
	ok(!fxr_control(reader));
	fxr_close(reader);
}

/* Any word of header and control area may hold anything. */
static void any_control(void)
{
	static const uint64_t values[] = {0,	      1,	  8,
					  1ull << 40, 1ull << 63, UINT64_MAX};
	size_t n_ends = 0, n_runs = 0;
	size_t at, i;

	begin();
	control()->alloc = 1ull << 32 | 4;
	put_event(0, 1);
	for (at = header_at; at < control_at + 24; at++)
		for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
			uint64_t kept = b.words[at];
			struct fxr_reader *reader;
			enum fxr_status status;

			b.words[at] = values[i];
			reader = opened();
			(void)sum(reader, &status);
			n_ends += status != FXR_OK;
			n_runs++;
			fxr_close(reader);
			b.words[at] = kept;
		}
	is_u64(n_ends, n_runs);
}

/* A string record of 2 words at word `at` of the durable region. */
static void put_string(size_t at, uint16_t index, const char *text)
{
	uint64_t *words = b.words + header()->durable_off / 8 + at;

	words[0] = fxt_string_header(index, strlen(text));
	memcpy(words + 1, text, strlen(text));
}

static void name_comes_late(void)
{
	char path[] = "/tmp/fxtrace-test-XXXXXX";
	int fd = mkstemp(path);
	struct fxr_reader *reader;
	struct fxr_error error;
	struct fxr_text name;
	uint64_t n_strings = 0;

	begin();
	control()->alloc = 1ull << 32 | 8;
	put_event(0, 1);
	put_event(4, 2);
	b.words[header()->rolling_off / 8 + 4] |= 9ull << 48;
	ok(write(fd, b.words, build_bytes(&b)) == (ssize_t)build_bytes(&b));
	reader = fxr_open(path, true, &error);
	unlink(path);
	while (!fxr_next(reader, &record) && record.type != FXT_RECORD_EVENT)
		;
	/* now the process names something, and all that follows is old */
	control()->durable_alloc += 4;
	put_string(2, 8, "other");
	put_string(4, 9, "late");
	ok(pwrite(fd, b.words, build_bytes(&b), 0) == (ssize_t)build_bytes(&b));
	ok(!fxr_next(reader, &record));
	name = fxr_string(reader, record.provider, record.off,
			  &record.as.event.name);
	ok(fxr_is(name, "late"));
	/* and a signature might have come with it: all is delivered */
	control()->durable_alloc += 2;
	put_string(6, 10, "last");
	ok(pwrite(fd, b.words, build_bytes(&b), 0) == (ssize_t)build_bytes(&b));
	while (!fxr_next(reader, &record))
		n_strings += record.type == FXT_RECORD_STRING;
	is_u64(n_strings, 3);
	ok(!fxr_error(reader));
	fxr_close(reader);
	close(fd);
}

static const struct tap_test tests[] = {
	{"gaps of zeros between records are skipped", gaps},
	{"nothing behind what was handed out is read", not_handed_out},
	{"a hand-out beyond the region is cut to it", too_much_handed_out},
	{"a record may not cross what was handed out", crosses_region},
	{"a cut file gives what is there, then an error", cut_file},
	{"a finished file has no gaps", finished},
	{"the clock's rate is measured from its pairs", measured_rate},
	{"else the rate is the one that the process knew", known_rate},
	{"else it is the initialization record's", initial_rate},
	{"offsets that do not fit make it an ordinary archive", wrong_offsets},
	{"names that come while it is being read are found", name_comes_late},
	{"no value in the control area upsets the reader", any_control},
};

TAP_MAIN(tests)
