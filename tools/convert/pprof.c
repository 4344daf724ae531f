/* SPDX-License-Identifier: MIT */
/*
 * Profiles as pprof reads them: a protocol buffer, message Profile of pprof's
 * proto/profile.proto. Each chain of nested calls (chains.h) is a sample. It
 * says of its innermost call how often it was made, how long it took by itself,
 * and how many bytes it moved. Process and thread are labels.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/base/pen.h"
#include "tools/convert/chains.h"
#include "tools/base/texts.h"

/* Fields of the messages, by their numbers in profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_TIME_NANOS = 9,
	PROFILE_DURATION_NANOS = 10,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,
	VALUE_TYPE_TYPE = 1,
	VALUE_TYPE_UNIT = 2,
	SAMPLE_LOCATION_ID = 1,
	SAMPLE_VALUE = 2,
	SAMPLE_LABEL = 3,
	LABEL_KEY = 1,
	LABEL_STR = 2,
	LABEL_NUM = 3,
	LOCATION_ID = 1,
	LOCATION_LINE = 4,
	LINE_FUNCTION_ID = 1,
	LINE_LINE = 2,
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILENAME = 4,
};
/* Wire types of protocol buffers. */
enum { WIRE_VARINT = 0, WIRE_BYTES = 2 };

struct profile {
	struct chains chains;
	struct pen out;
	struct pen message, inner; /* of these: what is under construction */
	struct texts strings;
	uint64_t n_bytes; /* of samples */
};

static void put_varint(struct pen *pen, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		pen_byte(pen, (char)(value | 0x80));
	pen_byte(pen, (char)value);
}

/* Zero is what a field has that is not there. */
static void put_number(struct pen *pen, unsigned field, uint64_t value)
{
	if (!value)
		return;
	put_varint(pen, field << 3 | WIRE_VARINT);
	put_varint(pen, value);
}

static void put_bytes(struct pen *pen, unsigned field, struct fxr_text bytes)
{
	put_varint(pen, field << 3 | WIRE_BYTES);
	put_varint(pen, bytes.n_bytes);
	pen_bytes(pen, bytes.bytes, bytes.n_bytes);
}

/* The first text is the empty one, as the format has it. */
static uint64_t string_of(struct profile *p, struct fxr_text text)
{
	return texts_number(&p->strings, text);
}

static uint64_t word(struct profile *p, const char *text)
{
	return string_of(p, fxr_text(text, strlen(text)));
}

static void put_value_type(struct profile *p, unsigned field, const char *type,
			   const char *unit)
{
	put_number(&p->message, VALUE_TYPE_TYPE, word(p, type));
	put_number(&p->message, VALUE_TYPE_UNIT, word(p, unit));
	put_bytes(&p->out, field, pen_take(&p->message));
}

/* Locations have the numbers of functions that are called, then of frames. */
static uint64_t location_of(const struct profile *p, uint32_t what)
{
	return what & CHAIN_IS_FRAME
		       ? p->chains.n_functions + (what & ~CHAIN_IS_FRAME) + 1
		       : (uint64_t)what + 1;
}

/* A place in a function. Functions have the numbers of places. */
static void put_location(struct profile *p, uint64_t id, struct fxr_text name,
			 struct fxr_text file, uint32_t line)
{
	put_number(&p->message, FUNCTION_ID, id);
	put_number(&p->message, FUNCTION_NAME, string_of(p, name));
	put_number(&p->message, FUNCTION_SYSTEM_NAME, string_of(p, name));
	put_number(&p->message, FUNCTION_FILENAME, string_of(p, file));
	put_bytes(&p->out, PROFILE_FUNCTION, pen_take(&p->message));
	put_number(&p->inner, LINE_FUNCTION_ID, id);
	put_number(&p->inner, LINE_LINE, line);
	put_number(&p->message, LOCATION_ID, id);
	put_bytes(&p->message, LOCATION_LINE, pen_take(&p->inner));
	put_bytes(&p->out, PROFILE_LOCATION, pen_take(&p->message));
}

static void put_locations(struct profile *p)
{
	for (uint32_t i = 0; i < p->chains.n_functions; i++)
		put_location(p, location_of(p, i), chains_name(&p->chains, i),
			     fxr_text("", 0), 0);
	for (uint32_t i = 0; i < p->chains.frames.n; i++) {
		const struct code_frame *frame = &p->chains.frames.items[i];

		put_location(p, location_of(p, CHAIN_IS_FRAME | i), frame->name,
			     frame->file, frame->line);
	}
}

/* A label of text or, if that is NULL, of a number. */
static void put_label(struct profile *p, const char *key, const char *text,
		      uint64_t number)
{
	put_number(&p->inner, LABEL_KEY, word(p, key));
	if (text)
		put_number(&p->inner, LABEL_STR, word(p, text));
	else
		put_number(&p->inner, LABEL_NUM, number);
	put_bytes(&p->message, SAMPLE_LABEL, pen_take(&p->inner));
}

static void put_labels(struct profile *p, uint32_t index)
{
	const struct fxtrace_thread *thread =
		fxtrace_thread(p->chains.archive, index);

	put_label(p, "process", thread->process->name, 0);
	put_label(p, "pid", NULL, thread->process->pid);
	put_label(p, "thread", thread->name, 0);
	put_label(p, "tid", NULL, thread->tid);
}

static void put_sample(struct profile *p, uint32_t index, uint32_t *path)
{
	const struct chain *chain = &p->chains.items[index];
	size_t n = chains_path(&p->chains, index, path);
	struct fxr_text message;

	for (size_t i = 0; i < n; i++)
		put_varint(&p->inner,
			   location_of(p, p->chains.items[path[i]].what));
	put_bytes(&p->message, SAMPLE_LOCATION_ID, pen_take(&p->inner));
	put_varint(&p->inner, chain->n_calls);
	put_varint(&p->inner, chain->n_bytes);
	put_varint(&p->inner, chain->self_ns);
	put_bytes(&p->message, SAMPLE_VALUE, pen_take(&p->inner));
	put_labels(p, chain->thread);
	message = pen_take(&p->message);
	p->n_bytes += message.n_bytes;
	put_bytes(&p->out, PROFILE_SAMPLE, message);
}

/* False: they would have more than max_bytes. */
static bool put_samples(struct profile *p, uint64_t max_bytes)
{
	uint32_t *path = fxr_new(p->chains.n + 1, sizeof(*path));

	for (uint32_t i = 0; i < p->chains.n && p->n_bytes <= max_bytes; i++)
		if (p->chains.items[i].n_calls)
			put_sample(p, i, path);
	fxr_free(path);
	return p->n_bytes <= max_bytes;
}

static void put_head(struct profile *p)
{
	struct fxtrace_archive *archive = p->chains.archive;
	int64_t start_ns = fxtrace_time_of_day(archive, 0);

	(void)word(p, "");
	put_value_type(p, PROFILE_SAMPLE_TYPE, "calls", "count");
	put_value_type(p, PROFILE_SAMPLE_TYPE, "moved", "bytes");
	/* the last one is the default where a reader knows no other */
	put_value_type(p, PROFILE_SAMPLE_TYPE, "time", "nanoseconds");
	put_number(&p->out, PROFILE_DEFAULT_SAMPLE_TYPE, word(p, "time"));
	put_number(&p->out, PROFILE_DURATION_NANOS,
		   fxtrace_totals(archive)->last_ns);
	if (start_ns != INT64_MIN)
		put_number(&p->out, PROFILE_TIME_NANOS, (uint64_t)start_ns);
}

static bool write_pprof(struct convert_output *output)
{
	struct profile p = {.out = {.out = output->out}};
	bool is_done;

	chains_init(&p.chains, output, true);
	chains_gather(&p.chains, output);
	put_head(&p);
	put_locations(&p);
	is_done = put_samples(&p, chains_max_bytes(output));
	if (!is_done)
		chains_are_too_large(output);
	for (size_t i = 0; i < p.strings.n; i++)
		put_bytes(&p.out, PROFILE_STRING_TABLE, p.strings.items[i]);
	pen_flush(&p.out);
	pen_fini(&p.out);
	pen_fini(&p.message);
	pen_fini(&p.inner);
	texts_fini(&p.strings);
	chains_fini(&p.chains);
	return is_done;
}

const struct convert_format convert_pprof = {
	.name = "pprof",
	.suffixes = ".pb .pprof",
	.purpose = "a profile of calls, times and bytes for `pprof`",
	.is_packable = true,
	.write_rows = write_pprof,
	.is_brief = true,
};
