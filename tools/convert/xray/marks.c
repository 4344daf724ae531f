/* SPDX-License-Identifier: MIT */
/*
 * Events that are not calls, in order of time, see marks.h.
 */
#include "tools/convert/xray/marks.h"

#include "tools/base/pen.h"
#include "tools/base/readable.h"

#define MAX_TEXT_BYTES 4000u

struct xray_marks {
	struct fxtrace_archive *archive;
	struct left_out left_out;
	struct pen text; /* of the current one */
};

struct xray_marks *xray_marks_open(struct fxtrace_archive *archive)
{
	struct xray_marks *marks = fxr_new(1, sizeof(*marks));

	marks->archive = archive;
	return marks;
}

void xray_marks_close(struct xray_marks *marks)
{
	pen_fini(&marks->text);
	fxr_free(marks);
}

const struct left_out *xray_marks_left_out(const struct xray_marks *marks)
{
	return &marks->left_out;
}

/* NULL: it is none of a log. */
static const char *kind_name(enum fxtrace_event_kind kind)
{
	static const char *const names[] = {
		[FXTRACE_EVENT_INSTANT] = "instant",
		[FXTRACE_EVENT_COUNTER] = "counter",
		[FXTRACE_EVENT_ASYNC_BEGIN] = "async begin",
		[FXTRACE_EVENT_ASYNC_INSTANT] = "async instant",
		[FXTRACE_EVENT_ASYNC_END] = "async end",
		[FXTRACE_EVENT_FLOW_BEGIN] = "flow begin",
		[FXTRACE_EVENT_FLOW_STEP] = "flow step",
		[FXTRACE_EVENT_FLOW_END] = "flow end",
		[FXTRACE_EVENT_MESSAGE] = "log",
	};

	return kind < sizeof(names) / sizeof(*names) ? names[kind] : NULL;
}

static void print_arg(struct xray_marks *marks, const struct fxtrace_arg *arg)
{
	const struct fxtrace_value *value = arg->value;
	struct pen *out = &marks->text;
	size_t n_bytes;
	const char *text;

	pen_byte(out, ' ');
	print_name(out, fxr_text(arg->name, arg->n_name_bytes));
	pen_byte(out, '=');
	/* memory in pieces is only mentioned */
	if (value->kind == FXTRACE_OBJECT ||
	    (value->kind == FXTRACE_BYTES && value->number)) {
		pen_uint(out, value->number);
		return;
	}
	text = fxtrace_value_text(marks->archive, value, &n_bytes);
	pen_bytes(out, text, n_bytes);
}

/* "counter fxtrace:frame frame id=5 time_ns=100", "log MESSAGE" */
static void print_event(struct xray_marks *marks,
			const struct fxtrace_event *event)
{
	struct pen *out = &marks->text;

	pen_put(out, kind_name(event->kind));
	pen_byte(out, ' ');
	if (event->kind == FXTRACE_EVENT_MESSAGE) {
		print_escaped(out, fxr_text(event->bytes, event->n_bytes),
			      true);
		return;
	}
	print_name(out, fxr_text(event->category, event->n_category_bytes));
	pen_byte(out, ' ');
	print_name(out, fxr_text(event->name, event->n_name_bytes));
	if (event->kind != FXTRACE_EVENT_INSTANT) {
		pen_put(out, " id=");
		pen_uint(out, event->id);
	}
	for (size_t i = 0; i < event->n_args; i++)
		print_arg(marks, event->args[i]);
}

/* An event that came from a log, unchanged. */
static bool take_own(const struct fxtrace_event *event, struct xray_mark *mark)
{
	struct fxr_text name = fxr_text(event->name, event->n_name_bytes);
	const struct fxtrace_value *first, *last;

	if (event->kind != FXTRACE_EVENT_INSTANT || !event->n_args ||
	    !fxr_is(fxr_text(event->category, event->n_category_bytes),
		    XRAY_CATEGORY))
		return false;
	if (fxr_is(name, XRAY_CPU_NAME))
		mark->kind = XRAY_NEW_CPU;
	else if (fxr_is(name, XRAY_TYPED_NAME))
		mark->kind = XRAY_TYPED_EVENT;
	else if (!fxr_is(name, XRAY_CUSTOM_NAME))
		return false;
	first = event->args[0]->value;
	last = event->args[event->n_args - 1]->value;
	if (mark->kind != XRAY_CUSTOM_EVENT) {
		if (!first->has_number && first->kind != FXTRACE_OBJECT)
			return false;
		mark->value = first->number;
	}
	if (mark->kind == XRAY_NEW_CPU)
		return true;
	if (last->kind != FXTRACE_TEXT && last->kind != FXTRACE_BYTES)
		return false;
	mark->data = fxr_text(last->bytes, last->n_bytes);
	return mark->data.n_bytes;
}

static void take_event(struct xray_marks *marks,
		       const struct fxtrace_event *event,
		       struct xray_mark *mark)
{
	*mark = (struct xray_mark){.event = event, .kind = XRAY_CUSTOM_EVENT};
	if (take_own(event, mark))
		return;
	mark->kind = XRAY_CUSTOM_EVENT;
	print_event(marks, event);
	mark->data = pen_take(&marks->text);
	if (mark->data.n_bytes > MAX_TEXT_BYTES)
		mark->data.n_bytes = MAX_TEXT_BYTES;
}

bool xray_marks_next(struct xray_marks *marks, struct xray_mark *mark)
{
	const struct fxtrace_event *event;

	while ((event = fxtrace_next_event(marks->archive))) {
		left_out_count(&marks->left_out, event);
		if (!kind_name(event->kind))
			continue;
		take_event(marks, event, mark);
		return true;
	}
	return false;
}
