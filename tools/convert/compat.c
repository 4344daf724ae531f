/* SPDX-License-Identifier: MIT */
/*
 * An archive for readers that know only a part of the Fuchsia trace format:
 * magic, one provider, strings, threads, names, events. Memory, structs and
 * arrays are text as `fxtrace dump` shows it. There are no blob arguments, no
 * log, userspace object, scheduling and large records, and no signatures and
 * facts. Times are nanoseconds.
 */
#include <string.h>

#include "tools/convert/archive_out.h"
#include "tools/convert/left_out.h"
#include "tools/convert/rows.h"
#include "writer/utf8.h"

/* Limit of a text: more than a viewer's line shows. */
#define MAX_TEXT_BYTES 4000u

struct compat {
	struct archive_out *out;
	struct fxtrace_archive *archive;
	char name[FXT_STRING_MAX_BYTES]; /* of an item of a group */
};

static void put_string(struct compat *c, struct fxr_text name,
		       struct fxr_text text)
{
	size_t n =
		text.n_bytes < MAX_TEXT_BYTES ? text.n_bytes : MAX_TEXT_BYTES;
	/* not in the middle of a character */
	size_t n_whole = fxw_utf8_cut(text.bytes, n);

	archive_out_string(
		c->out, name,
		fxr_text(text.bytes, n_whole == FXW_NOT_UTF8 ? 0 : n_whole));
}

/* The same of whole characters. */
static void put_utf8(struct compat *c, struct fxr_text name,
		     struct fxr_text text)
{
	if (text.n_bytes > MAX_TEXT_BYTES)
		put_string(c, name, text);
	else
		archive_out_string(c->out, name, text);
}

/* The value as dump shows it, which is always UTF-8. */
static void put_shown(struct compat *c, struct fxr_text name,
		      const struct fxtrace_value *value)
{
	struct fxr_text text;

	text.bytes = fxtrace_value_text(c->archive, value, &text.n_bytes);
	put_string(c, name, text);
}

static bool is_utf8(const struct fxtrace_value *value)
{
	return fxw_utf8_cut(value->bytes, value->n_bytes) == value->n_bytes;
}

/* Integers that have names are text. */
static void put_value(struct compat *c, struct fxr_text name,
		      const struct fxtrace_value *value)
{
	bool is_named = value->is_constant && value->has_form;

	if (value->kind == FXTRACE_NULL && !value->has_number)
		archive_out_null(c->out, name);
	else if (value->kind == FXTRACE_NULL || value->kind == FXTRACE_ADDRESS)
		archive_out_pointer(c->out, name, value->number);
	else if (value->kind == FXTRACE_INT && !is_named)
		archive_out_int(c->out, name, value->integer);
	else if (value->kind == FXTRACE_UINT && !is_named)
		archive_out_uint(c->out, name, value->number);
	else if (value->kind == FXTRACE_BOOL)
		archive_out_bool(c->out, name, value->number);
	else if (value->kind == FXTRACE_DOUBLE)
		archive_out_double(c->out, name, value->real);
	else if ((value->kind == FXTRACE_TEXT ||
		  value->kind == FXTRACE_SYMBOL) &&
		 is_utf8(value))
		put_utf8(c, name, fxr_text(value->bytes, value->n_bytes));
	else
		put_shown(c, name, value);
}

static void begin_event(struct compat *c, unsigned type, uint64_t ns,
			const struct fxtrace_call *call)
{
	const struct fxtrace_function *function = call->function;

	archive_out_event(
		c->out, type, ns, call->thread->process->pid, call->thread->tid,
		fxr_text(function->category, function->n_category_bytes),
		fxr_text(function->name, function->n_name_bytes));
}

static size_t n_results(const struct fxtrace_call *call)
{
	return (size_t)(call->result != NULL) + (call->n_error_bytes > 0);
}

static void put_result(struct compat *c, const struct fxtrace_call *call)
{
	if (call->result)
		put_value(c, fxr_text("ret", 3), call->result);
	if (call->n_error_bytes)
		put_string(c, fxr_text("errno", 5),
			   fxr_text(call->error, call->n_error_bytes));
}

/* Items that were recorded as arguments of their own are that again. */
static size_t n_parts(const struct fxtrace_arg *arg)
{
	return arg->is_group ? arg->value->n_items : 1;
}

/* "st.st_mode" */
static struct fxr_text item_name(struct compat *c,
				 const struct fxtrace_arg *arg,
				 const struct fxtrace_value *item)
{
	size_t n = arg->n_name_bytes;
	size_t n_item = item->n_name_bytes;

	if (n >= sizeof(c->name))
		n = sizeof(c->name) - 1;
	if (n_item > sizeof(c->name) - 1 - n)
		n_item = sizeof(c->name) - 1 - n;
	memcpy(c->name, arg->name, n);
	c->name[n] = '.';
	memcpy(c->name + n + 1, item->name, n_item);
	return fxr_text(c->name, n + 1 + n_item);
}

static void put_part(struct compat *c, const struct fxtrace_arg *arg, size_t i)
{
	if (arg->is_group)
		put_value(c, item_name(c, arg, arg->value->items[i]),
			  arg->value->items[i]);
	else
		put_value(c, fxr_text(arg->name, arg->n_name_bytes),
			  arg->value);
}

/* Arguments, each part for itself, but the first `from`. As many as fit;
 * returns how many there are before what does not. */
static size_t put_args(struct compat *c, const struct fxtrace_call *call,
		       size_t from, size_t space)
{
	size_t at = 0;

	for (size_t i = 0; i < call->n_args; i++)
		for (size_t part = 0; part < n_parts(call->args[i]); part++) {
			if (at++ < from)
				continue;
			if (!space-- || !archive_out_has_space(c->out))
				return at - 1;
			put_part(c, call->args[i], part);
		}
	return at;
}

/* When the call ended. A call that exec replaced ended at once, since what
 * follows on its thread is not inside it. 0: no end. */
static uint64_t end_of(const struct fxtrace_call *call)
{
	if (call->state == FXTRACE_REPLACED)
		return call->begin_ns + 1;
	if (!call->is_ended)
		return 0;
	return call->ended_ns >= call->begin_ns ? call->ended_ns
						: call->begin_ns + 1;
}

/* One event if everything fits into it, else a begin and an end. */
static void put_call(struct compat *c, const struct fxtrace_call *call)
{
	uint64_t end_ns = end_of(call);
	size_t n = 0;
	bool is_one;

	for (size_t i = 0; i < call->n_args; i++)
		n += n_parts(call->args[i]);
	is_one = end_ns && n + n_results(call) <= FXT_MAX_ARGS;
	begin_event(c,
		    is_one ? FXT_EVENT_DURATION_COMPLETE
			   : FXT_EVENT_DURATION_BEGIN,
		    call->begin_ns, call);
	n = put_args(c, call, 0, FXT_MAX_ARGS);
	if (is_one)
		put_result(c, call);
	archive_out_commit(c->out, end_ns);
	if (is_one || !end_ns)
		return;
	begin_event(c, FXT_EVENT_DURATION_END, end_ns, call);
	put_args(c, call, n, FXT_MAX_ARGS - n_results(call));
	put_result(c, call);
	archive_out_commit(c->out, 0);
}

/* False: the archive's error says why. */
static bool put_world(struct compat *c)
{
	for (size_t i = 0; i < fxtrace_n_processes(c->archive); i++) {
		const struct fxtrace_process *p =
			fxtrace_process(c->archive, i);

		if (!p)
			return false;
		if (p->n_name_bytes)
			archive_out_process(c->out, p->pid,
					    fxr_text(p->name, p->n_name_bytes));
	}
	for (size_t i = 0; i < fxtrace_n_threads(c->archive); i++) {
		const struct fxtrace_thread *t = fxtrace_thread(c->archive, i);

		if (!t)
			return false;
		if (t->n_name_bytes)
			archive_out_thread(c->out, t->process->pid, t->tid,
					   fxr_text(t->name, t->n_name_bytes));
	}
	return true;
}

/* Pieces of memory are in no record of the output. */
static void put_event_arg(struct compat *c, const struct fxtrace_arg *arg)
{
	const struct fxtrace_value *value = arg->value;
	struct fxr_text name = fxr_text(arg->name, arg->n_name_bytes);

	if (value->kind == FXTRACE_OBJECT ||
	    (value->kind == FXTRACE_BYTES && value->number))
		archive_out_koid(c->out, name, value->number);
	else
		put_value(c, name, value);
}

static unsigned type_of(enum fxtrace_event_kind kind)
{
	static const uint8_t types[] = {
		[FXTRACE_EVENT_INSTANT] = FXT_EVENT_INSTANT,
		[FXTRACE_EVENT_COUNTER] = FXT_EVENT_COUNTER,
		[FXTRACE_EVENT_ASYNC_BEGIN] = FXT_EVENT_ASYNC_BEGIN,
		[FXTRACE_EVENT_ASYNC_INSTANT] = FXT_EVENT_ASYNC_INSTANT,
		[FXTRACE_EVENT_ASYNC_END] = FXT_EVENT_ASYNC_END,
		[FXTRACE_EVENT_FLOW_BEGIN] = FXT_EVENT_FLOW_BEGIN,
		[FXTRACE_EVENT_FLOW_STEP] = FXT_EVENT_FLOW_STEP,
		[FXTRACE_EVENT_FLOW_END] = FXT_EVENT_FLOW_END,
		/* its text is the argument */
		[FXTRACE_EVENT_MESSAGE] = FXT_EVENT_INSTANT,
	};

	return types[kind];
}

static uint64_t tail_of(const struct fxtrace_event *event)
{
	switch (event->kind) {
	case FXTRACE_EVENT_INSTANT:
		return event->scope == FXTRACE_SCOPE_GLOBAL ? FXT_SCOPE_GLOBAL
		       : event->scope == FXTRACE_SCOPE_PROCESS
			       ? FXT_SCOPE_PROCESS
			       : FXT_SCOPE_THREAD;
	case FXTRACE_EVENT_MESSAGE:
		return FXT_SCOPE_THREAD;
	default:
		return event->id;
	}
}

/* A message becomes an instant event of this name. */
static void put_event(struct compat *c, const struct fxtrace_event *event)
{
	struct fxr_text log = fxr_text("log", 3);
	bool is_message = event->kind == FXTRACE_EVENT_MESSAGE;

	if (event->kind > FXTRACE_EVENT_MESSAGE)
		return;
	archive_out_event(
		c->out, type_of(event->kind), event->ns, event->pid, event->tid,
		is_message ? log
			   : fxr_text(event->category, event->n_category_bytes),
		is_message ? log : fxr_text(event->name, event->n_name_bytes));
	for (size_t i = 0; i < event->n_args; i++)
		put_event_arg(c, event->args[i]);
	archive_out_commit(c->out, tail_of(event));
}

static void put_events(struct compat *c, struct convert_output *output)
{
	struct left_out left_out = {0};
	const struct fxtrace_event *event;

	while (!ferror(output->out) &&
	       (event = fxtrace_next_event(c->archive))) {
		left_out_count(&left_out, event);
		put_event(c, event);
	}
	left_out_report(&left_out, output->notes);
}

static bool write_compat(struct convert_output *output)
{
	struct compat c = {.archive = rows_archive(output, 0)};
	const struct fxtrace_call *call;

	c.out = archive_out_open(output->out, fxr_text("fxtrace", 7),
				 1000000000);
	if (put_world(&c))
		put_events(&c, output);
	while ((call = rows_next(output, &c.archive)))
		put_call(&c, call);
	archive_out_close(c.out);
	return true;
}

const struct convert_format convert_compat = {
	.name = "fxt-compat",
	.suffixes = "",
	.purpose = "an archive for readers that know less of the format",
	.has_events = true,
	.is_packable = true,
	.write_rows = write_compat,
	.has_values = true,
	.has_whole_flows = true,
};
