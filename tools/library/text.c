/* SPDX-License-Identifier: MIT */
/*
 * Values and calls as text, and times. See reader.h.
 */
#include "tools/library/archive.h"

struct wanted_text {
	const struct fxtrace_value *value;
	struct fxr_text found;
};

/* The text that was printed, without its end of line, and a NUL. */
static void take(struct fxtrace_archive *archive, struct wanted_text *text)
{
	struct pen *pen = &archive->text;

	if (pen->n_bytes && pen->bytes[pen->n_bytes - 1] == '\n')
		pen->n_bytes--;
	pen_byte(pen, '\0');
	text->found = pen_take(pen);
	text->found.n_bytes--;
}

static void put_value(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;
	struct print print = archive->print;

	print.names = NULL;
	print_value(&print, library_origin(text->value));
	take(archive, text);
}

static void put_line(struct fxtrace_archive *archive, void *context)
{
	print_call(&archive->print, &archive->call);
	take(archive, context);
}

static void put_json(struct fxtrace_archive *archive, void *context)
{
	print_call_json(&archive->print, &archive->call);
	take(archive, context);
}

static const char *text_of(struct fxtrace_archive *archive,
			   const struct fxtrace_value *value,
			   library_work *work, size_t *n_bytes)
{
	struct wanted_text text = {.value = value};
	bool is_there = (value || archive->has_call) &&
			library_run(archive, work, &text);

	if (!is_there)
		archive->text.n_bytes = 0; /* of what memory did not suffice */
	if (n_bytes)
		*n_bytes = is_there ? text.found.n_bytes : 0;
	return is_there ? text.found.bytes : NULL;
}

const char *fxtrace_value_text(struct fxtrace_archive *archive,
			       const struct fxtrace_value *value,
			       size_t *n_bytes)
{
	if (value)
		return text_of(archive, value, put_value, n_bytes);
	if (n_bytes)
		*n_bytes = 0;
	return NULL;
}

const char *fxtrace_call_text(struct fxtrace_archive *archive, size_t *n_bytes)
{
	return text_of(archive, NULL, put_line, n_bytes);
}

const char *fxtrace_call_json(struct fxtrace_archive *archive, size_t *n_bytes)
{
	return text_of(archive, NULL, put_json, n_bytes);
}

static const struct fxr_wall *wall_of(const struct fxtrace_archive *archive)
{
	return archive->world && fxr_wall_is_known(&archive->world->wall)
		       ? &archive->world->wall
		       : NULL;
}

int64_t fxtrace_time_of_day(const struct fxtrace_archive *archive, uint64_t ns)
{
	const struct fxr_wall *wall = wall_of(archive);

	return wall ? (int64_t)fxr_wall_ns(wall, ns) : INT64_MIN;
}

uint64_t fxtrace_monotonic(const struct fxtrace_archive *archive, uint64_t ns)
{
	const struct fxr_wall *wall = wall_of(archive);

	return wall ? fxr_wall_monotonic_ns(wall, ns) : UINT64_MAX;
}

uint64_t fxtrace_ticks(const struct fxtrace_archive *archive, uint64_t ns)
{
	uint64_t counter;

	return archive->world && fxr_wall_counter(&archive->world->wall, ns,
						  &counter)
		       ? counter
		       : UINT64_MAX;
}
