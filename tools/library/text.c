/* SPDX-License-Identifier: MIT */
/*
 * Values and calls as text, and times. See reader.h.
 */
#include "tools/library/archive.h"

#include <stdlib.h>

struct wanted_text {
	const struct fxtrace_value *value;
	const struct fxtrace_frame *frame;
	size_t index;
	struct fxr_text found;
};

struct fxr_text library_taken(struct fxtrace_archive *archive)
{
	struct pen *pen = &archive->text;
	struct fxr_text text;

	if (pen->n_bytes && pen->bytes[pen->n_bytes - 1] == '\n')
		pen->n_bytes--;
	pen_byte(pen, '\0');
	text = pen_take(pen);
	text.n_bytes--;
	return text;
}

static int by_time(const void *a, const void *b)
{
	const struct fxr_notice *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	return x->place < y->place ? -1 : 1;
}

static void settle_messages(struct fxtrace_archive *archive)
{
	struct fxr_world *world = archive->world;

	if (archive->calls)
		print_note_causes(archive->calls, &archive->call);
	for (size_t i = 0; i < world->n_notices; i++)
		world->notices[i].place = i;
	if (world->n_notices)
		qsort(world->notices, world->n_notices, sizeof(*world->notices),
		      by_time);
}

static void check_time(struct fxtrace_archive *archive)
{
	static const char *const names[] = {"relative", "clock", "date",
					    "epoch"};
	unsigned time = archive->options.time;

	if (time >= sizeof(names) / sizeof(names[0]))
		library_fail(archive, FXTRACE_ERROR_OPTION, 0,
			     "time: no member of enum fxtrace_time");
	else if (time && !fxr_wall_is_known(&archive->world->wall))
		library_fail(archive, FXTRACE_ERROR_OPTION, 0,
			     "time %s: the archive does not know the time of "
			     "day",
			     names[time]);
}

void library_print_open(struct fxtrace_archive *archive)
{
	const struct fxtrace_options *options = &archive->options;
	struct print *print = &archive->print;

	print->world = archive->world;
	print->heads = &archive->heads;
	print->is_stable = options->is_stable;
	print->has_blobs = options->has_blobs;
	print->has_color = options->has_color;
	print->is_for_viewers = options->is_for_viewers;
	print->time = (enum print_time)options->time;
	if (options->has_names) {
		archive->names.descriptors = descriptors_open(archive->world);
		archive->names.labels = labels_open();
		print->names = &archive->names;
	}
	if (options->has_stacks) {
		print->put_more = backtrace_print_json;
		print->more = library_stacks(archive);
	}
	check_time(archive);
	settle_messages(archive);
}

void library_print_close(struct fxtrace_archive *archive)
{
	backtrace_close(archive->stacks);
	heads_fini(&archive->heads);
	if (archive->names.descriptors)
		descriptors_close(archive->names.descriptors);
	if (archive->names.labels)
		labels_close(archive->names.labels);
	pen_fini(&archive->text);
	pen_fini(&archive->space.text);
}

struct fxr_text library_put_call(struct fxtrace_archive *archive, bool is_json)
{
	if (is_json) {
		print_call_json(&archive->print, &archive->call);
	} else {
		print_call(&archive->print, &archive->call);
		if (archive->options.has_stacks)
			backtrace_print(archive->stacks, &archive->print,
					&archive->call);
	}
	return library_taken(archive);
}

static void put_value(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;
	struct print print = archive->print;

	print.names = NULL;
	print.has_color = false;
	print_value(&print, library_origin(text->value));
	text->found = library_taken(archive);
}

static void put_value_json(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;

	print_value_json(&archive->print, library_origin(text->value));
	text->found = library_taken(archive);
}

static void put_args(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;

	print_call_args(&archive->print, &archive->call);
	text->found = library_taken(archive);
}

static void put_args_json(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;

	print_args_json(&archive->print, &archive->call);
	text->found = library_taken(archive);
}

static void put_result(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;

	if (archive->call.has_ret) {
		print_names_aim(&archive->print, &archive->call, NULL);
		print_value(&archive->print, &archive->call.ret);
	}
	text->found = library_taken(archive);
}

static void put_frame_name(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;
	const struct fxtrace_frame *its = text->frame;
	const struct backtrace_frame frame = {
		.function = fxr_text(its->function, strlen(its->function)),
		.module = fxr_text(its->module, strlen(its->module)),
		.address = its->address,
		.off = its->offset,
	};

	backtrace_put_name(&archive->text, &frame);
	text->found = library_taken(archive);
}

static void put_line(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;

	text->found = library_put_call(archive, false);
}

static void put_json(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;

	text->found = library_put_call(archive, true);
}

static void put_message(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;

	print_notice(&archive->print, &archive->world->notices[text->index]);
	text->found = library_taken(archive);
}

static void put_cause(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;

	print_cause_json(&archive->print, archive->calls, text->index,
			 &archive->cause);
	text->found = library_taken(archive);
}

static void put_record(struct fxtrace_archive *archive, void *context)
{
	struct wanted_text *text = context;

	if (!library_next_record(archive))
		return;
	print_record(&archive->print, archive->reader, archive->record);
	text->found = library_taken(archive);
}

/* What `work` prints; NULL: nothing. */
static const char *text_of(struct fxtrace_archive *archive, library_work *work,
			   struct wanted_text text, size_t *n_bytes)
{
	if (!library_run(archive, work, &text)) {
		archive->text.n_bytes = 0; /* of what memory did not suffice */
		text.found = fxr_text(NULL, 0);
	}
	if (n_bytes)
		*n_bytes = text.found.n_bytes;
	return text.found.bytes;
}

static const char *no_text(size_t *n_bytes)
{
	if (n_bytes)
		*n_bytes = 0;
	return NULL;
}

const char *fxtrace_value_text(struct fxtrace_archive *archive,
			       const struct fxtrace_value *value,
			       size_t *n_bytes)
{
	struct wanted_text text = {.value = value};

	return value ? text_of(archive, put_value, text, n_bytes)
		     : no_text(n_bytes);
}

const char *fxtrace_value_json(struct fxtrace_archive *archive,
			       const struct fxtrace_value *value,
			       size_t *n_bytes)
{
	struct wanted_text text = {.value = value};

	return value ? text_of(archive, put_value_json, text, n_bytes)
		     : no_text(n_bytes);
}

const char *fxtrace_frame_name(struct fxtrace_archive *archive,
			       const struct fxtrace_frame *frame,
			       size_t *n_bytes)
{
	struct wanted_text text = {.frame = frame};

	return text_of(archive, put_frame_name, text, n_bytes);
}

static const char *call_text(struct fxtrace_archive *archive,
			     library_work *work, size_t *n_bytes)
{
	struct wanted_text text = {0};

	return archive->has_call ? text_of(archive, work, text, n_bytes)
				 : no_text(n_bytes);
}

const char *fxtrace_args_text(struct fxtrace_archive *archive, size_t *n_bytes)
{
	return call_text(archive, put_args, n_bytes);
}

const char *fxtrace_args_json(struct fxtrace_archive *archive, size_t *n_bytes)
{
	return call_text(archive, put_args_json, n_bytes);
}

const char *fxtrace_result_text(struct fxtrace_archive *archive,
				size_t *n_bytes)
{
	return call_text(archive, put_result, n_bytes);
}

const char *fxtrace_call_text(struct fxtrace_archive *archive, size_t *n_bytes)
{
	return call_text(archive, put_line, n_bytes);
}

const char *fxtrace_call_json(struct fxtrace_archive *archive, size_t *n_bytes)
{
	return call_text(archive, put_json, n_bytes);
}

/* n: how many there are. */
static const char *text_at(struct fxtrace_archive *archive, size_t index,
			   size_t n, library_work *work, size_t *n_bytes)
{
	struct wanted_text text = {.index = index};

	return index < n ? text_of(archive, work, text, n_bytes)
			 : no_text(n_bytes);
}

const char *fxtrace_message_text(struct fxtrace_archive *archive, size_t index,
				 size_t *n_bytes)
{
	return text_at(archive, index, fxtrace_n_messages(archive), put_message,
		       n_bytes);
}

const char *fxtrace_cause_json(struct fxtrace_archive *archive, size_t index,
			       size_t *n_bytes)
{
	return text_at(archive, index, fxtrace_n_causes(archive), put_cause,
		       n_bytes);
}

const char *fxtrace_next_record(struct fxtrace_archive *archive,
				size_t *n_bytes)
{
	struct wanted_text text = {0};

	return archive->record ? text_of(archive, put_record, text, n_bytes)
			       : no_text(n_bytes);
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
