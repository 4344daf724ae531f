/* SPDX-License-Identifier: MIT */
/*
 * Events that are not calls, in order of time, see marks.h. Their offsets are
 * sorted, on disk if there are many. Each event is read again when its turn
 * comes.
 */
#include "tools/convert/xray/marks.h"

#include <stdlib.h>
#include <string.h>

#include "tools/print/print.h"
#include "tools/reader/sort.h"

#define MAX_TEXT_BYTES 4000u

struct place {
	uint64_t ns, off;
	uint32_t provider, unused;
};

struct xray_marks {
	struct fxr_reader *reader;
	struct fxr_sorter sorter;
	struct print print;
	struct pen text; /* its output */
	uint64_t words[FXT_RECORD_MAX_WORDS];
};

static int compare_marks(const void *a, const void *b, void *context)
{
	const struct place *one = a, *other = b;

	(void)context;
	if (one->ns != other->ns)
		return one->ns < other->ns ? -1 : 1;
	return one->off < other->off ? -1 : one->off > other->off;
}

static struct fxr_text text_of(struct xray_marks *marks,
			       const struct fxr_record *record,
			       const struct fxt_string *string)
{
	return fxr_string(marks->reader, record->provider, record->off, string);
}

static bool is_mark(struct xray_marks *marks, const struct fxr_record *record,
		    uint64_t *ticks)
{
	if (!record->is_known)
		return false;
	if (record->type == FXT_RECORD_LOG) {
		*ticks = record->as.log.ticks;
		return true;
	}
	if (record->type != FXT_RECORD_EVENT)
		return false;
	*ticks = record->as.event.ticks;
	return convert_is_shown(
		record, text_of(marks, record, &record->as.event.category));
}

struct xray_marks *xray_marks_open(struct convert_output *output)
{
	struct xray_marks *marks = fxr_new(1, sizeof(*marks));
	struct convert_left_out left_out = {0};
	static struct fxr_record record;
	uint64_t ticks;

	marks->reader = convert_records(output->calls, true);
	if (!marks->reader) {
		free(marks);
		snprintf(output->error, sizeof(output->error),
			 "it cannot be read a second time");
		return NULL;
	}
	fxr_sorter_init(&marks->sorter, sizeof(struct place), compare_marks,
			NULL, 0);
	while (!fxr_next(marks->reader, &record)) {
		convert_count(&left_out, marks->reader, &record);
		if (is_mark(marks, &record, &ticks))
			fxr_sorter_put(
				&marks->sorter,
				&(struct place){fxr_ns(record.provider, ticks),
						record.off,
						record.provider->index, 0});
	}
	convert_report(&left_out, output->notes);
	fxr_sorter_finish(&marks->sorter);
	if (marks->sorter.has_failed) {
		xray_marks_close(marks);
		snprintf(output->error, sizeof(output->error),
			 "the index does not fit the folder for temporary "
			 "files (TMPDIR)");
		return NULL;
	}
	marks->print.world = output->world;
	marks->print.out = &marks->text;
	return marks;
}

void xray_marks_close(struct xray_marks *marks)
{
	pen_fini(&marks->text);
	fxr_sorter_fini(&marks->sorter);
	fxr_close(marks->reader);
	free(marks);
}

static const char *type_name(unsigned type)
{
	static const char *const names[] = {
		[FXT_EVENT_INSTANT] = "instant",
		[FXT_EVENT_COUNTER] = "counter",
		[FXT_EVENT_ASYNC_BEGIN] = "async begin",
		[FXT_EVENT_ASYNC_INSTANT] = "async instant",
		[FXT_EVENT_ASYNC_END] = "async end",
		[FXT_EVENT_FLOW_BEGIN] = "flow begin",
		[FXT_EVENT_FLOW_STEP] = "flow step",
		[FXT_EVENT_FLOW_END] = "flow end",
	};

	return type < sizeof(names) / sizeof(*names) ? names[type] : NULL;
}

static void print_arg(struct xray_marks *marks, const struct fxr_record *record,
		      const struct fxt_arg *arg)
{
	struct fxr_value value;

	pen_byte(marks->print.out, ' ');
	print_name(marks->print.out, text_of(marks, record, &arg->name));
	pen_byte(marks->print.out, '=');
	if (!convert_arg(marks->reader, record, arg, &value) &&
	    fxr_arg_u64(arg, &value.as.u64))
		value.kind = FXR_VALUE_UINT; /* a koid */
	print_value(&marks->print, &value);
}

/* "counter fxtrace:frame frame id=5 time_ns=100", "log MESSAGE" */
static void print_mark(struct xray_marks *marks,
		       const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	struct pen *out = marks->print.out;

	if (record->type == FXT_RECORD_LOG) {
		pen_put(out, "log ");
		print_escaped(out,
			      fxr_text(record->as.log.message,
				       record->as.log.n_bytes),
			      true);
		return;
	}
	pen_put(out, type_name(event->type));
	pen_byte(out, ' ');
	print_name(out, text_of(marks, record, &event->category));
	pen_byte(out, ' ');
	print_name(out, text_of(marks, record, &event->name));
	if (event->type != FXT_EVENT_INSTANT && event->has_tail) {
		pen_put(out, " id=");
		pen_uint(out, event->tail);
	}
	for (unsigned i = 0; i < record->n_args; i++)
		print_arg(marks, record, &record->args[i]);
}

/* An event that came from a log, unchanged. */
static bool take_own(struct xray_marks *marks, const struct fxr_record *record,
		     struct xray_mark *mark)
{
	struct fxr_text category, name;
	struct fxr_value value = {.kind = FXR_VALUE_NULL};

	if (record->type != FXT_RECORD_EVENT || !record->n_args ||
	    record->as.event.type != FXT_EVENT_INSTANT)
		return false;
	category = text_of(marks, record, &record->as.event.category);
	name = text_of(marks, record, &record->as.event.name);
	if (!fxr_is(category, XRAY_CATEGORY))
		return false;
	if (fxr_is(name, XRAY_CPU_NAME))
		mark->kind = XRAY_NEW_CPU;
	else if (fxr_is(name, XRAY_TYPED_NAME))
		mark->kind = XRAY_TYPED_EVENT;
	else if (!fxr_is(name, XRAY_CUSTOM_NAME))
		return false;
	if (mark->kind != XRAY_CUSTOM_EVENT &&
	    !fxr_arg_u64(&record->args[0], &mark->value))
		return false;
	if (mark->kind == XRAY_NEW_CPU)
		return true;
	(void)convert_arg(marks->reader, record,
			  &record->args[record->n_args - 1], &value);
	mark->data = value.as.text;
	return (value.kind == FXR_VALUE_STRING ||
		value.kind == FXR_VALUE_BYTES) &&
	       mark->data.n_bytes;
}

static void take_mark(struct xray_marks *marks, const struct fxr_record *record,
		      struct xray_mark *mark)
{
	bool is_log = record->type == FXT_RECORD_LOG;

	mark->thread.provider = record->provider->index;
	fxr_thread(marks->reader, record->provider, record->off,
		   is_log ? &record->as.log.thread : &record->as.event.thread,
		   &mark->thread.pid, &mark->thread.tid);
	if (take_own(marks, record, mark))
		return;
	mark->kind = XRAY_CUSTOM_EVENT;
	print_mark(marks, record);
	mark->data = pen_take(&marks->text);
	if (mark->data.n_bytes > MAX_TEXT_BYTES)
		mark->data.n_bytes = MAX_TEXT_BYTES;
}

bool xray_marks_next(struct xray_marks *marks, struct xray_mark *mark)
{
	static struct fxr_record record;
	struct place place;

	while (fxr_sorter_next(&marks->sorter, &place)) {
		if (!fxr_read_at(marks->reader, place.off,
				 fxr_provider(marks->reader, place.provider),
				 marks->words, FXT_RECORD_MAX_WORDS, &record))
			continue; /* the file has changed */
		*mark = (struct xray_mark){.ns = place.ns,
					   .off = place.off,
					   .kind = XRAY_CUSTOM_EVENT};
		take_mark(marks, &record, mark);
		return true;
	}
	return false;
}
