/* SPDX-License-Identifier: MIT */
/*
 * An archive for readers that know only a part of the Fuchsia trace format:
 * magic, one provider, strings, threads, names, events. Memory, structs and
 * arrays are text as `fxtrace dump` shows it. There are no blob arguments, no
 * log, userspace object, scheduling and large records, and no signatures and
 * facts. Times are nanoseconds.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/convert/archive_out.h"
#include "tools/convert/wanted.h"
#include "tools/base/die.h"
#include "tools/print/print.h"
#include "tools/reader/event.h"
#include "writer/utf8.h"

/* Limit of a text: more than a viewer's line shows. */
#define MAX_TEXT_BYTES 4000u

struct compat {
	struct archive_out *out;
	struct fxr_world *world;
	struct pen text; /* the output of print */
	struct print print;
	struct wanted wanted;
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

/* The value as dump shows it, which is always UTF-8. */
static void put_shown(struct compat *c, struct fxr_text name,
		      const struct fxr_value *value)
{
	print_value(&c->print, value);
	put_string(c, name, pen_take(&c->text));
}

static bool is_utf8(struct fxr_text text)
{
	return fxw_utf8_cut(text.bytes, text.n_bytes) == text.n_bytes;
}

static void put_value(struct compat *c, struct fxr_text name,
		      const struct fxr_value *value)
{
	bool is_named = value->type && (value->type->class == FXG_ENUM ||
					value->type->class == FXG_FLAGS);

	if (value->kind == FXR_VALUE_NULL)
		archive_out_null(c->out, name);
	else if (value->kind == FXR_VALUE_INT && !is_named)
		archive_out_int(c->out, name, value->as.i64);
	else if (value->kind == FXR_VALUE_UINT && !is_named)
		archive_out_uint(c->out, name, value->as.u64);
	else if (value->kind == FXR_VALUE_BOOL)
		archive_out_bool(c->out, name, value->as.boolean);
	else if (value->kind == FXR_VALUE_DOUBLE)
		archive_out_double(c->out, name, value->as.f64);
	else if (value->kind == FXR_VALUE_POINTER)
		archive_out_pointer(c->out, name, value->as.u64);
	else if ((value->kind == FXR_VALUE_STRING ||
		  value->kind == FXR_VALUE_SYMBOL) &&
		 is_utf8(value->as.text))
		put_string(c, name, value->as.text);
	else
		put_shown(c, name, value);
}

static void begin_event(struct compat *c, unsigned type, uint64_t ns,
			const struct fxr_call *call)
{
	archive_out_event(c->out, type, ns, call->thread->pid,
			  call->thread->tid, call->name->category,
			  call->name->name);
}

static void put_result(struct compat *c, const struct fxr_call *call)
{
	if (call->has_ret)
		put_value(c, fxr_text("ret", 3), &call->ret);
	if (call->error.n_bytes)
		put_string(c, fxr_text("errno", 5), call->error);
}

/* Arguments from `from` on, as many as fit. */
static size_t put_args(struct compat *c, const struct fxr_call *call,
		       size_t from, size_t space)
{
	for (; from < call->n_args && space && archive_out_has_space(c->out);
	     from++, space--)
		put_value(c, call->args[from].name, &call->args[from].value);
	return from;
}

/* When the call ended. A call that exec replaced ended at once, since what
 * follows on its thread is not inside it. 0: no end. */
static uint64_t end_of(const struct fxr_call *call)
{
	if (call->state == FXR_CALL_REPLACED)
		return call->begin_ns + 1;
	if (!call->has_end)
		return 0;
	return fxr_has_duration(call) ? call->end_ns : call->begin_ns + 1;
}

/* One event if everything fits into it, else a begin and an end. */
static void put_call(struct compat *c, const struct fxr_call *call)
{
	size_t n_results = (size_t)call->has_ret + (call->error.n_bytes > 0);
	uint64_t end_ns = end_of(call);
	bool is_one = end_ns && call->n_args + n_results <= FXT_MAX_ARGS;
	size_t n;

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
	put_args(c, call, n, FXT_MAX_ARGS - n_results);
	put_result(c, call);
	archive_out_commit(c->out, 0);
}

static void put_world(struct compat *c)
{
	for (size_t i = 0; i < c->world->n_processes; i++) {
		const struct fxr_process *p = &c->world->processes[i];
		struct fxr_text name =
			fxr_world_process_name(c->world, p->provider, p->pid);

		if (name.n_bytes)
			archive_out_process(c->out, p->pid, name);
	}
	for (size_t i = 0; i < c->world->n_threads; i++) {
		const struct fxr_thread *t = &c->world->threads[i];
		struct fxr_text name = convert_thread_name(c->world, t);

		if (name.n_bytes)
			archive_out_thread(c->out, t->pid, t->tid, name);
	}
}

static void put_other_arg(struct compat *c, struct fxr_reader *reader,
			  const struct fxr_record *record,
			  const struct fxt_arg *arg)
{
	struct fxr_value value;
	struct fxr_text name =
		fxr_string(reader, record->provider, record->off, &arg->name);

	if (fxr_event_value(reader, record, arg, &value))
		put_value(c, name, &value);
	else if (arg->type == FXT_ARG_KOID)
		archive_out_koid(c->out, name, arg->value.koid);
}

/* A message becomes an instant event with its text as the name. */
static void put_log(struct compat *c, struct fxr_reader *reader,
		    const struct fxr_record *record)
{
	const struct fxt_log *log = &record->as.log;
	uint64_t pid, tid;

	fxr_thread(reader, record->provider, record->off, &log->thread, &pid,
		   &tid);
	archive_out_event(c->out, FXT_EVENT_INSTANT,
			  fxr_ns(record->provider, log->ticks), pid, tid,
			  fxr_text("log", 3), fxr_text("log", 3));
	put_value(c, fxr_text("message", 7),
		  &(struct fxr_value){
			  .kind = FXR_VALUE_STRING,
			  .as.text = fxr_text(log->message, log->n_bytes)});
	archive_out_commit(c->out, FXT_SCOPE_THREAD);
}

/* An event that does not belong to a call. */
static void put_other(struct compat *c, struct fxr_reader *reader,
		      const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	struct fxr_text category = fxr_string(reader, record->provider,
					      record->off, &event->category);
	uint64_t pid, tid;

	if (!fxr_is_shown_event(record, category) ||
	    !wanted_has(&c->wanted, reader, record))
		return;
	fxr_thread(reader, record->provider, record->off, &event->thread, &pid,
		   &tid);
	archive_out_event(c->out, event->type,
			  fxr_ns(record->provider, event->ticks), pid, tid,
			  category,
			  fxr_string(reader, record->provider, record->off,
				     &event->name));
	for (unsigned i = 0; i < record->n_args; i++)
		put_other_arg(c, reader, record, &record->args[i]);
	archive_out_commit(c->out,
			   event->has_tail ? event->tail : FXT_SCOPE_THREAD);
}

static bool put_others(struct compat *c, struct convert_output *output)
{
	struct fxr_reader *reader =
		wanted_scan(&c->wanted) ? convert_records(output->calls, false)
					: NULL;
	struct left_out left_out = {0};
	static struct fxr_record record;

	if (!reader)
		return false;
	while (!ferror(output->out) && !fxr_next(reader, &record)) {
		convert_count(&left_out, reader, &record);
		if (record.is_known && record.type == FXT_RECORD_EVENT)
			put_other(c, reader, &record);
		else if (record.is_known && record.type == FXT_RECORD_LOG)
			put_log(c, reader, &record);
	}
	fxr_close(reader);
	left_out_report(&left_out, output->notes);
	return true;
}

static bool write_compat(struct convert_output *output)
{
	struct compat c = {.world = output->world,
			   .print.world = output->world,
			   .wanted.output = output};
	static struct fxr_call call;
	bool is_done;

	c.print.out = &c.text;
	c.out = archive_out_open(output->out, fxr_text("fxtrace", 7),
				 1000000000);
	put_world(&c);
	is_done = put_others(&c, output);
	while (!ferror(output->out) && convert_next(output->calls, &call))
		put_call(&c, &call);
	archive_out_close(c.out);
	pen_fini(&c.text);
	wanted_fini(&c.wanted);
	return is_done;
}

const struct convert_format convert_compat = {
	.name = "fxt-compat",
	.suffixes = "",
	.purpose = "an archive for readers that know less of the format",
	.has_events = true,
	.is_packable = true,
	.write = write_compat,
};
