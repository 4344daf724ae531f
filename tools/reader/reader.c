/* SPDX-License-Identifier: MIT */
/*
 * The record layer, see reader.h: finds each record, has it unpacked (unpack.c)
 * and applied (apply.c), and stops at the first fault.
 */
#include "tools/reader/reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/reader/source.h"
#include "tools/reader/state.h"
#include "tools/reader/unpack.h"

/* More process images than this are damage. */
#define MAX_PROVIDERS (1u << 20)
/* See limit_text. */
#define REPEATED_MIN_BYTES 256u
#define REPEATED_FREE_BYTES (16u << 20)
#define REPEATED_TIMES 64u

__attribute__((format(printf, 4, 5))) static enum fxr_status fail(
	struct fxr_reader *reader, enum fxr_status status, uint64_t off,
	const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reader->error.expected, sizeof(reader->error.expected),
		  format, args);
	va_end(args);
	reader->error.status = status;
	reader->error.off = off;
	return status;
}

static struct fxr_reader *new_reader(struct fxr_source *source)
{
	struct fxr_reader *reader = fxr_new(1, sizeof(*reader));

	reader->source = source;
	reader->current = fxr_add_provider(reader, 0);
	return reader;
}

/* source: NULL, because of `why` */
static struct fxr_reader *opened(struct fxr_source *source, const char *why,
				 struct fxr_error *error)
{
	if (source)
		return new_reader(source);
	*error = (struct fxr_error){.status = FXR_ERROR_READ};
	snprintf(error->expected, sizeof(error->expected), "%s", why);
	return NULL;
}

struct fxr_reader *fxr_open(const char *path, bool is_seekable,
			    struct fxr_error *error)
{
	char why[160] = "";

	return opened(fxr_source_open(path, is_seekable, why), why, error);
}

struct fxr_reader *fxr_open_fd(int fd, bool is_seekable,
			       struct fxr_error *error)
{
	char why[160] = "";

	return opened(fxr_source_open_fd(fd, is_seekable, why), why, error);
}

struct fxr_reader *fxr_open_again(const struct fxr_reader *reader,
				  struct fxr_error *error)
{
	return fxr_open_fd(fxr_source_fd(reader->source), true, error);
}

struct fxr_reader *fxr_open_memory(const void *bytes, size_t n_bytes)
{
	return new_reader(fxr_source_open_memory(bytes, n_bytes));
}

void fxr_feed(struct fxr_reader *reader, const void *bytes, size_t n_bytes,
	      uint64_t keep_off)
{
	fxr_source_feed(reader->source, bytes, n_bytes, keep_off);
	if (reader->error.status == FXR_END)
		reader->error.status = FXR_OK;
}

void fxr_close(struct fxr_reader *reader)
{
	size_t i;

	if (!reader)
		return;
	for (i = 0; i < reader->n_providers; i++)
		fxr_free(reader->providers[i]);
	fxr_free(reader->providers);
	fxr_map_fini(&reader->provider_of_id);
	fxr_tables_fini(&reader->tables);
	fxr_arena_fini(&reader->unknown);
	fxr_map_fini(&reader->unknown_of_index);
	fxr_free(reader->unknown_texts);
	fxr_source_close(reader->source);
	fxr_free(reader);
}

/* Zero words at the start of a region's piece are no records. */
static uint64_t zero_bytes(const uint64_t *words, size_t n_bytes)
{
	size_t i = 0;

	while (i < n_bytes / 8 && !words[i])
		i++;
	return i * 8;
}

/* The data ends at reader->off, with n_bytes of a record there. */
static enum fxr_status end_of_data(struct fxr_reader *reader, size_t n_bytes,
				   size_t n_words)
{
	const char *trouble = fxr_source_trouble(reader->source);

	if (trouble)
		return fail(reader, FXR_ERROR_READ, reader->off + n_bytes, "%s",
			    trouble);
	if (!reader->off && n_bytes < 8)
		return fail(reader, FXR_ERROR_MAGIC, 0,
			    n_bytes ? "a Fuchsia trace archive expected"
				    : "a Fuchsia trace archive expected, the "
				      "file is empty");
	if (!n_bytes) {
		reader->has_reached_end = true;
		return fail(reader, FXR_END, reader->off, "end");
	}
	if (n_words)
		return fail(reader, FXR_ERROR_TRUNCATED, reader->off,
			    "a record of %zu bytes expected, the file ends "
			    "after %zu of them",
			    n_words * 8, n_bytes);
	return fail(reader, FXR_ERROR_TRUNCATED, reader->off,
		    "a record's header of 8 bytes expected, the file ends "
		    "after %zu of them",
		    n_bytes);
}

/*
 * Moves to the next record, over zeros and between regions if the file is
 * unfinished. limit_off is where the piece that holds it ends.
 */
static enum fxr_status seek_record(struct fxr_reader *reader,
				   const uint64_t **words, size_t *n_bytes,
				   uint64_t *limit_off)
{
	*limit_off = UINT64_MAX;
	for (;;) {
		const struct fxr_region *region = NULL;
		uint64_t n_zero;

		if (reader->layout.has_laps)
			return fail(reader, FXR_ERROR_RECORD, reader->off,
				    "a finished archive expected, this one is "
				    "of circular mode and its process was "
				    "killed or still runs: fxtrace recover "
				    "finishes it");
		if (reader->layout.has_gaps) {
			region = fxr_next_region(reader);
			if (!region)
				return fail(reader, FXR_END, reader->off,
					    "end");
			*limit_off = region->end_off;
		}
		*words = fxr_source_window(reader->source, reader->off, 8,
					   n_bytes);
		if (*n_bytes < 8 && region)
			return fail(reader, FXR_ERROR_TRUNCATED, reader->off,
				    "the %s up to offset %" PRIu64
				    " expected, the file ends here",
				    region->name, region->end_off);
		if (*n_bytes < 8)
			return end_of_data(reader, *n_bytes, 0);
		if (!region || **words)
			return FXR_OK;
		n_zero = zero_bytes(*words, *n_bytes);
		if (n_zero > region->end_off - reader->off)
			n_zero = region->end_off - reader->off;
		reader->totals.zero_bytes += n_zero;
		reader->off += n_zero;
	}
}

/* Makes the whole record visible; sets its size and type. */
static enum fxr_status frame_record(struct fxr_reader *reader,
				    const uint64_t *words, size_t n_bytes,
				    uint64_t limit_off,
				    struct fxr_record *record)
{
	size_t n_words = 0;
	enum fxt_status status = fxt_record_words(words, n_bytes / 8, &n_words);

	if (!reader->off && *words != FXT_MAGIC)
		return fail(reader, FXR_ERROR_MAGIC, 0,
			    "a Fuchsia trace archive expected");
	if (status == FXT_ERROR_SIZE_ZERO)
		return fail(reader, FXR_ERROR_RECORD, reader->off,
			    "a record expected: %s", fxt_status_text(status));
	if (n_words * 8 > limit_off - reader->off)
		return fail(reader, FXR_ERROR_RECORD, reader->off,
			    "a record expected that ends by offset %" PRIu64
			    ", it has %zu bytes",
			    limit_off, n_words * 8);
	record->type = fxt_record_type(*words);
	record->off = reader->off;
	record->n_words = n_words;
	record->words = words;
	record->n_args = 0;
	record->provider = reader->current;
	record->is_known = n_words * 8 <= FXR_WINDOW_MAX_BYTES;
	if (status == FXT_OK)
		return FXR_OK;
	if (!record->is_known) {
		/* too large to be shown: only check that its end is there */
		(void)fxr_source_window(reader->source,
					reader->off + n_words * 8 - 8, 8,
					&n_bytes);
		record->words = NULL;
		if (n_bytes < 8)
			return end_of_data(reader, 8, n_words);
		return FXR_OK;
	}
	record->words = fxr_source_window(reader->source, reader->off,
					  n_words * 8, &n_bytes);
	if (n_bytes < n_words * 8)
		return end_of_data(reader, n_bytes, n_words);
	return FXR_OK;
}

static enum fxr_status unpack_record(struct fxr_reader *reader,
				     struct fxr_record *record)
{
	size_t fault_word = 0;
	enum fxt_status status;

	if (!record->is_known)
		return FXR_OK;
	status = fxr_unpack(record, &fault_word);
	if (!fxt_is_usable(status) && status != FXT_ERROR_UNKNOWN)
		return fail(reader, FXR_ERROR_RECORD,
			    record->off + fault_word * 8,
			    "a sound record of type %u (which begins at offset "
			    "%" PRIu64 ") expected: %s",
			    record->type, record->off, fxt_status_text(status));
	if (reader->n_providers >= MAX_PROVIDERS)
		return fail(reader, FXR_ERROR_RECORD, record->off,
			    "fewer than %u providers expected", MAX_PROVIDERS);
	if (record->is_known)
		fxr_apply(reader, record);
	return FXR_OK;
}

enum fxr_status fxr_next(struct fxr_reader *reader, struct fxr_record *record)
{
	const uint64_t *words = NULL;
	uint64_t limit_off = 0;
	size_t n_bytes = 0;

	if (reader->error.status)
		return reader->error.status;
	if (seek_record(reader, &words, &n_bytes, &limit_off) ||
	    frame_record(reader, words, n_bytes, limit_off, record) ||
	    unpack_record(reader, record))
		return reader->error.status;
	reader->off += record->n_words * 8;
	reader->totals.n_records++;
	reader->totals.n_unknown += !record->is_known;
	reader->totals.bytes[record->type] += record->n_words * 8;
	return FXR_OK;
}

const struct fxr_error *fxr_error(const struct fxr_reader *reader)
{
	return reader->error.status > FXR_END ? &reader->error : NULL;
}

bool fxr_read_at(struct fxr_reader *reader, uint64_t off,
		 struct fxr_provider *provider, uint64_t *words,
		 size_t capacity, struct fxr_record *record)
{
	const uint64_t *found;
	size_t n_words = 0, n_got = 0;
	size_t fault_word;

	if (!capacity)
		return false;
	found = fxr_source_peek(reader->source, off, &n_got);
	if (n_got < 8 && !fxr_source_read(reader->source, off, words, 8))
		return false;
	(void)fxt_record_words(n_got < 8 ? words : found, capacity, &n_words);
	if (!n_words || n_words > capacity)
		return false;
	if (n_words * 8 <= n_got)
		memcpy(words, found, n_words * 8);
	else if (!fxr_source_read(reader->source, off, words, n_words * 8))
		return false;
	record->type = fxt_record_type(*words);
	record->off = off;
	record->words = words;
	record->n_words = n_words;
	record->provider = provider;
	return fxt_is_usable(fxr_unpack(record, &fault_word));
}

/* "?INDEX" for a string that is not defined. */
static struct fxr_text unknown_text(struct fxr_reader *reader, uint16_t index)
{
	uint32_t at = fxr_map_find(&reader->unknown_of_index, index, 0, 0);
	char text[16];

	reader->totals.n_undefined++;
	if (at == FXR_NONE) {
		at = (uint32_t)reader->n_unknown++;
		fxr_map_put(&reader->unknown_of_index, index, 0, 0, at);
		reader->unknown_texts = fxr_grow(
			reader->unknown_texts, &reader->unknown_capacity,
			reader->n_unknown, sizeof(char *));
		snprintf(text, sizeof(text), "?%u", index);
		reader->unknown_texts[at] =
			fxr_arena_copy(&reader->unknown, text, strlen(text));
	}
	return fxr_text(reader->unknown_texts[at],
			strlen(reader->unknown_texts[at]));
}

/* A reference has 8 bytes, and its text may have 32,000. Texts of 256 bytes and
 * fewer are what recorders refer to; of longer ones an archive may repeat 64
 * times its own bytes. */
static struct fxr_text limit_text(struct fxr_reader *reader, uint64_t off,
				  struct fxr_text text)
{
	uint64_t n_read = reader->off > off ? reader->off : off;

	if (text.n_bytes <= REPEATED_MIN_BYTES)
		return text;
	reader->repeated_bytes += text.n_bytes;
	if (reader->repeated_bytes <=
	    REPEATED_FREE_BYTES + REPEATED_TIMES * n_read)
		return text;
	reader->totals.n_shortened++;
	return fxr_cut_text(text, REPEATED_MIN_BYTES);
}

struct fxr_text fxr_whole_string(struct fxr_reader *reader,
				 const struct fxr_provider *provider,
				 uint64_t off, const struct fxt_string *string)
{
	struct fxr_text text = {"", 0};

	if (!string->ref)
		return text;
	if (string->ref & FXT_STRING_INLINE)
		return fxr_text(string->bytes, string->n_bytes);
	if (fxr_tables_find_string(&reader->tables, provider->index,
				   string->ref, off, &text))
		return text;
	if (fxr_catch_up(reader) &&
	    fxr_tables_find_string(&reader->tables, provider->index,
				   string->ref, off, &text))
		return text;
	return unknown_text(reader, string->ref);
}

struct fxr_text fxr_string(struct fxr_reader *reader,
			   const struct fxr_provider *provider, uint64_t off,
			   const struct fxt_string *string)
{
	struct fxr_text text = fxr_whole_string(reader, provider, off, string);

	return string->ref & FXT_STRING_INLINE ? text
					       : limit_text(reader, off, text);
}

void fxr_thread(struct fxr_reader *reader, const struct fxr_provider *provider,
		uint64_t off, const struct fxt_thread *thread,
		uint64_t *process, uint64_t *koid)
{
	*process = thread->process;
	*koid = thread->thread;
	if (!thread->ref ||
	    fxr_tables_find_thread(&reader->tables, provider->index,
				   thread->ref, off, process, koid))
		return;
	if (!fxr_catch_up(reader) ||
	    !fxr_tables_find_thread(&reader->tables, provider->index,
				    thread->ref, off, process, koid))
		reader->totals.n_undefined++;
}

bool fxr_has_fixed_refs(const struct fxr_reader *reader)
{
	return !reader->tables.has_versions;
}

uint64_t fxr_divided_ns(const struct fxr_provider *provider, uint64_t ticks)
{
	uint64_t rate = provider->ticks_per_second;
	unsigned __int128 ns = ticks;

	if (rate != 1000000000)
		ns = ns * 1000000000 / rate;
	return ns > FXR_MAX_NS ? FXR_MAX_NS : (uint64_t)ns;
}

uint32_t fxr_n_providers(const struct fxr_reader *reader)
{
	return (uint32_t)reader->n_providers;
}

struct fxr_provider *fxr_provider(const struct fxr_reader *reader,
				  uint32_t index)
{
	return reader->providers[index];
}

bool fxr_is_unended(const struct fxr_reader *reader)
{
	return (reader->totals.has_begun && !reader->totals.has_ended) ||
	       (reader->has_reached_end &&
		fxr_layout_is_cut(&reader->layout, reader->off));
}

const struct fxr_totals *fxr_totals(const struct fxr_reader *reader)
{
	return &reader->totals;
}

uint64_t fxr_off(const struct fxr_reader *reader)
{
	return reader->off;
}

uint64_t fxr_bytes(const struct fxr_reader *reader)
{
	return fxr_source_bytes(reader->source);
}

const struct fxw_control *fxr_control(const struct fxr_reader *reader)
{
	return reader->layout.is_in_process ? &reader->layout.control : NULL;
}
