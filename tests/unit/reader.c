/* SPDX-License-Identifier: MIT */
/*
 * The record layer over archives made here: what it delivers, what it tolerates
 * and where exactly it finds fault.
 */
#include "tools/reader/reader.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "tests/build_archive.h"
#include "tests/tap.h"

static struct build b;
static struct fxr_record record;

/* Number of records of an archive; the reader is left open for questions. */
static uint64_t count(struct fxr_reader *reader)
{
	uint64_t n = 0;

	while (!fxr_next(reader, &record))
		n++;
	return n;
}

static struct fxr_reader *opened(void)
{
	return fxr_open_memory(b.words, build_bytes(&b));
}

static void an_event(uint64_t ticks)
{
	arg_i32(&b, "fd", 3);
	build_begin_call(&b, ticks, "read");
}

static void whole_archive(void)
{
	struct fxr_reader *reader;
	struct fxr_text name;

	build_begin(&b);
	an_event(5);
	reader = opened();
	is_u64(count(reader), 4);
	ok(!fxr_error(reader));
	is_u64(record.type, FXT_RECORD_EVENT);
	is_u64(record.off, 40);
	is_u64(record.n_args, 1);
	is_i64(record.args[0].value.i32, 3);
	is_u64(record.provider->id, 100);
	is_str(record.provider->name, "prog");
	name = fxr_string(reader, record.provider, record.off,
			  &record.as.event.name);
	ok(fxr_is(name, "read"));
	fxr_close(reader);
}

static void empty_file(void)
{
	struct fxr_reader *reader = fxr_open_memory("", 0);

	is_u64(count(reader), 0);
	is_u64(fxr_error(reader)->status, FXR_ERROR_MAGIC);
	is_u64(fxr_error(reader)->off, 0);
	fxr_close(reader);
}

static void other_file(void)
{
	struct fxr_reader *reader = fxr_open_memory("#!/bin/sh\nexit\n", 15);

	is_u64(count(reader), 0);
	is_u64(fxr_error(reader)->status, FXR_ERROR_MAGIC);
	fxr_close(reader);
}

static void zero_word(void)
{
	struct fxr_reader *reader;

	build_begin(&b);
	build_word(&b, 0);
	reader = opened();
	is_u64(count(reader), 3);
	is_u64(fxr_error(reader)->status, FXR_ERROR_RECORD);
	is_u64(fxr_error(reader)->off, 40);
	is_u64(fxr_next(reader, &record), FXR_ERROR_RECORD);
	fxr_close(reader);
}

static void cut_record(void)
{
	struct fxr_reader *reader;

	build_begin(&b);
	an_event(5);
	reader = fxr_open_memory(b.words, build_bytes(&b) - 8);
	is_u64(count(reader), 3);
	is_u64(fxr_error(reader)->status, FXR_ERROR_TRUNCATED);
	is_u64(fxr_error(reader)->off, 40);
	fxr_close(reader);
}

static void stray_bytes(void)
{
	struct fxr_reader *reader;

	build_begin(&b);
	build_word(&b, 7);
	reader = fxr_open_memory(b.words, build_bytes(&b) - 5);
	is_u64(count(reader), 3);
	is_u64(fxr_error(reader)->status, FXR_ERROR_TRUNCATED);
	is_u64(fxr_error(reader)->off, 40);
	fxr_close(reader);
}

static void bad_argument(void)
{
	struct fxr_reader *reader;
	size_t at;

	build_begin(&b);
	at = b.n_words;
	an_event(5);
	/* header, ticks, pid, tid, category, name, then the argument */
	b.words[at + 6] &= ~(uint64_t)0xfff0;
	reader = opened();
	is_u64(count(reader), 3);
	is_u64(fxr_error(reader)->status, FXR_ERROR_RECORD);
	is_u64(fxr_error(reader)->off, (at + 6) * 8);
	fxr_close(reader);
}

static void unknown_records(void)
{
	struct fxr_reader *reader;

	build_begin(&b);
	build_word(&b, fxt_header(13, 2, 0));
	build_word(&b, 0);
	an_event(5);
	reader = opened();
	is_u64(count(reader), 5);
	ok(!fxr_error(reader));
	is_u64(fxr_totals(reader)->n_unknown, 1);
	is_u64(record.type, FXT_RECORD_EVENT);
	fxr_close(reader);
}

static void string_versions(void)
{
	struct fxt_string string = fxt_indexed_string(7);
	struct fxr_reader *reader;
	uint64_t first_off, second_off;

	build_begin(&b);
	build_string(&b, 7, "old");
	first_off = build_bytes(&b);
	build_string(&b, 7, "old");
	build_string(&b, 7, "new");
	second_off = build_bytes(&b);
	reader = opened();
	is_u64(count(reader), 6);
	ok(fxr_is(fxr_string(reader, record.provider, first_off, &string),
		  "old"));
	ok(fxr_is(fxr_string(reader, record.provider, second_off, &string),
		  "new"));
	fxr_close(reader);
}

static void undefined_string(void)
{
	struct fxt_string string = fxt_indexed_string(9);
	struct fxr_reader *reader;

	build_begin(&b);
	reader = opened();
	count(reader);
	ok(fxr_is(fxr_string(reader, record.provider, 40, &string), "?9"));
	is_u64(fxr_totals(reader)->n_undefined, 1);
	fxr_close(reader);
}

static void providers_are_separate(void)
{
	struct fxt_string string = fxt_indexed_string(1);
	struct fxr_reader *reader;

	build_begin(&b);
	build_string(&b, 1, "mine");
	build_provider(&b, 200, "other");
	build_init(&b, 1000);
	build_string(&b, 1, "other's");
	build_section(&b, 100);
	an_event(5);
	reader = opened();
	count(reader);
	is_u64(record.provider->id, 100);
	is_u64(record.provider->ticks_per_second, 1000000000);
	ok(fxr_is(fxr_string(reader, record.provider, record.off, &string),
		  "mine"));
	is_u64(fxr_n_providers(reader), 3);
	is_u64(fxr_provider(reader, 2)->ticks_per_second, 1000);
	fxr_close(reader);
}

static void declared_twice(void)
{
	struct fxt_string string = fxt_indexed_string(1);
	struct fxr_reader *reader;

	build_begin(&b);
	build_string(&b, 1, "old");
	build_provider(&b, 100, "again");
	an_event(5);
	reader = opened();
	count(reader);
	is_str(record.provider->name, "again");
	ok(fxr_is(fxr_string(reader, record.provider, record.off, &string),
		  "?1"));
	fxr_close(reader);
}

static void implicit_provider(void)
{
	struct fxr_reader *reader;

	build_magic(&b);
	an_event(5);
	reader = opened();
	is_u64(count(reader), 2);
	ok(!fxr_error(reader));
	is_u64(record.provider->ticks_per_second, 1000000000);
	ok(!record.provider->has_info);
	fxr_close(reader);
}

static void ticks_to_ns(void)
{
	struct fxr_provider provider = {.ticks_per_second = 3000000000};

	is_u64(fxr_ns(&provider, 3), 1);
	is_u64(fxr_ns(&provider, UINT64_MAX), 6148914691236517205u);
	provider.ticks_per_second = 1;
	is_u64(fxr_ns(&provider, UINT64_MAX), FXR_MAX_NS);
}

static void read_again(void)
{
	static uint64_t words[FXT_RECORD_MAX_WORDS];
	struct fxr_reader *reader;
	struct fxr_provider *provider;
	uint64_t off;

	build_begin(&b);
	off = build_bytes(&b);
	an_event(5);
	an_event(6);
	reader = opened();
	count(reader);
	provider = record.provider;
	ok(fxr_read_at(reader, off, provider, words, FXT_RECORD_MAX_WORDS,
		       &record));
	is_u64(record.as.event.ticks, 5);
	is_u64(record.n_args, 1);
	ok(!fxr_read_at(reader, build_bytes(&b), provider, words,
			FXT_RECORD_MAX_WORDS, &record));
	fxr_close(reader);
}

/* Packs the archive into a file, cuts `cut` bytes off its end, reads it. */
static struct fxr_reader *through_file(const void *bytes, size_t n_bytes,
				       bool is_seekable)
{
	char path[] = "/tmp/fxtrace-test-XXXXXX";
	int fd = mkstemp(path);
	struct fxr_error error;
	struct fxr_reader *reader;

	ok(fd >= 0 && write(fd, bytes, n_bytes) == (ssize_t)n_bytes);
	close(fd);
	reader = fxr_open(path, is_seekable, &error);
	unlink(path);
	return reader;
}

static size_t gzipped(unsigned char *to, size_t space)
{
	z_stream z = {0};

	deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
	z.next_in = (unsigned char *)b.words;
	z.avail_in = (unsigned)build_bytes(&b);
	z.next_out = to;
	z.avail_out = (unsigned)space;
	deflate(&z, Z_FINISH);
	deflateEnd(&z);
	return z.total_out;
}

static void many_events(void)
{
	unsigned i;

	build_begin(&b);
	for (i = 0; i < 50000; i++)
		an_event(i);
}

static void reads_gzip(void)
{
	static unsigned char packed[4 << 20];
	struct fxr_reader *reader;
	size_t n;

	many_events();
	n = gzipped(packed, sizeof(packed));
	reader = through_file(packed, n, false);
	is_u64(count(reader), 50003);
	ok(!fxr_error(reader));
	fxr_close(reader);
	reader = through_file(packed, n, true);
	is_u64(count(reader), 50003);
	fxr_close(reader);
}

static void cut_gzip(void)
{
	static unsigned char packed[4 << 20];
	struct fxr_reader *reader;
	uint64_t n;

	many_events();
	reader =
		through_file(packed, gzipped(packed, sizeof(packed)) / 2, true);
	n = count(reader);
	ok(n > 1000 && n < 50003, "%u records", (unsigned)n);
	is_u64(fxr_error(reader)->status, FXR_ERROR_READ);
	fxr_close(reader);
}

static void reads_zstd(void)
{
	static unsigned char packed[4 << 20];
	struct fxr_reader *reader;
	size_t half, n;

	many_events();
	/* two frames, one behind the other */
	half = build_bytes(&b) / 2;
	n = ZSTD_compress(packed, sizeof(packed), b.words, half, 3);
	n += ZSTD_compress(packed + n, sizeof(packed) - n,
			   (char *)b.words + half, build_bytes(&b) - half, 3);
	reader = through_file(packed, n, true);
	is_u64(count(reader), 50003);
	ok(!fxr_error(reader));
	fxr_close(reader);
}

static void reads_pipe(void)
{
	struct fxr_error error;
	struct fxr_reader *reader;
	int fds[2];

	build_begin(&b);
	an_event(5);
	ok(!pipe(fds));
	ok(write(fds[1], b.words, build_bytes(&b)) == (ssize_t)build_bytes(&b));
	close(fds[1]);
	dup2(fds[0], 0);
	reader = fxr_open("-", true, &error);
	is_u64(count(reader), 4);
	ok(!fxr_error(reader));
	fxr_close(reader);
}

static void no_such_file(void)
{
	struct fxr_error error;

	ok(!fxr_open("/nonexistent/x.fxt", false, &error));
	is_str(error.expected, "No such file or directory");
}

/* What a provider of that rate makes of some ticks, next to a division. */
static bool has_right_ns(uint64_t rate)
{
	struct fxr_reader *reader;
	const struct fxr_provider *provider;
	bool is_right = true;

	build_begin(&b);
	build_init(&b, rate);
	an_event(5);
	reader = opened();
	count(reader);
	provider = record.provider;
	is_right = provider->ticks_per_second == rate;
	for (unsigned i = 0; i < 1000; i++) {
		uint64_t ticks = ((uint64_t)rand() << 33 ^ (uint64_t)rand()) >>
				 (unsigned)rand() % 64;
		unsigned __int128 ns =
			(unsigned __int128)ticks * 1000000000 / rate;

		ns = ns > FXR_MAX_NS ? FXR_MAX_NS : ns;
		is_right = is_right && fxr_ns(provider, ticks) == ns;
	}
	fxr_close(reader);
	return is_right;
}

static void any_rate(void)
{
	static const uint64_t rates[] = {
		1,	    2,		3,
		999999999,  1000000001, 2100000000,
		3000000000, 1ull << 61, (1ull << 62) - 1,
		1ull << 62, UINT64_MAX};
	unsigned n_right = 0;

	srand(1);
	for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++)
		ok(has_right_ns(rates[i]), "%llu",
		   (unsigned long long)rates[i]);
	for (unsigned i = 0; i < 300; i++)
		n_right += has_right_ns(
			((uint64_t)rand() << 33 >> (unsigned)rand() % 63) + 1);
	is_u64(n_right, 300);
}

/* Providers, tables, texts of undefined strings; from a file, too. */
static void read_and_closed(const char *path)
{
	struct fxr_error error;
	struct fxr_reader *reader =
		path ? fxr_open(path, true, &error) : opened();

	ok(reader != NULL);
	is_u64(count(reader), 305);
	ok(!fxr_error(reader));
	(void)fxr_string(reader, record.provider, record.off,
			 &(struct fxt_string){.ref = 1234});
	fxr_close(reader);
}

static size_t used_bytes(void)
{
#if __GLIBC_PREREQ(2, 33)
	return mallinfo2().uordblks;
#else
	return (size_t)mallinfo().uordblks;
#endif
}

static void nothing_left(void)
{
	char path[] = "/tmp/fxtrace-reader-XXXXXX";
	int fd = mkstemp(path), free_fd = dup(fd);
	size_t n_bytes = 0;

	close(free_fd);
	build_begin(&b);
	build_string(&b, 1, "text");
	build_thread(&b, 1, 100, 101);
	for (uint32_t i = 0; i < 150; i++) {
		build_provider(&b, 1000 + i, "prog");
		an_event(i);
	}
	is_i64(write(fd, b.words, build_bytes(&b)), (ssize_t)build_bytes(&b));
	/* libc keeps some, and so much more with each of the first rounds */
	for (unsigned i = 0; i < 60; i++) {
		if (i == 30)
			n_bytes = used_bytes();
		read_and_closed(path);
		read_and_closed(NULL);
	}
	(void)unlink(path);
	is_u64(used_bytes(), n_bytes);
	is_i64(dup(fd), free_fd);
}

static const struct tap_test tests[] = {
	{"a reader that is closed leaves no memory and no open file",
	 nothing_left},
	{"a whole archive is read record by record", whole_archive},
	{"ticks of any rate are as many ns as a division says", any_rate},
	{"an empty file is no archive", empty_file},
	{"a file without the magic number is no archive", other_file},
	{"a zero word is an error at its offset that stays", zero_word},
	{"a cut record is an error after all whole ones", cut_record},
	{"bytes behind the last whole word are an error", stray_bytes},
	{"a damaged argument is an error at its own offset", bad_argument},
	{"records of unknown types are delivered and counted", unknown_records},
	{"strings are looked up as they were at an offset", string_versions},
	{"an undefined string gets a name", undefined_string},
	{"providers have tables and rates of their own",
	 providers_are_separate},
	{"a provider declared again starts afresh", declared_twice},
	{"records without a provider belong to an implicit one",
	 implicit_provider},
	{"ticks become ns without overflow", ticks_to_ns},
	{"a record can be read again by its offset", read_again},
	{"gzip is read, sequentially and spooled", reads_gzip},
	{"a cut gzip file gives what is there, then an error", cut_gzip},
	{"zstd frames are read one behind the other", reads_zstd},
	{"a pipe is read", reads_pipe},
	{"a missing file is reported", no_such_file},
};

TAP_MAIN(tests)
