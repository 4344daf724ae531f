/* SPDX-License-Identifier: MIT */
/*
 * Trace event JSON, as chrome://tracing, Perfetto, speedscope and others read
 * it. Calls are complete events (X), those without an end begins (B). Flows,
 * async events, counters and instants keep their kinds, and the recorder's
 * messages are instants. Times are microseconds with three decimals.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/chrome.h"
#include "tools/convert/wanted.h"
#include "tools/base/json.h"
#include "tools/print/print.h"

struct chrome {
	struct pen out;
	struct fxr_world *world;
	struct print print;
	const char *comma;
	struct wanted wanted;
};

static void put_text(struct chrome *c, struct fxr_text text)
{
	json_string(&c->out, text);
}

static void put_us(struct chrome *c, const char *key, uint64_t ns)
{
	pen_put(&c->out, key);
	pen_uint(&c->out, ns / 1000);
	pen_byte(&c->out, '.');
	pen_digits(&c->out, ns % 1000, 3);
}

/* The members that all events begin with. */
static void begin_event(struct chrome *c, char phase, uint64_t pid,
			uint64_t tid)
{
	pen_put(&c->out, c->comma);
	pen_put(&c->out, "{\"ph\":\"");
	pen_byte(&c->out, phase);
	pen_put(&c->out, "\",\"pid\":");
	pen_uint(&c->out, pid);
	pen_put(&c->out, ",\"tid\":");
	pen_uint(&c->out, tid);
	c->comma = ",\n";
}

static void put_names(struct chrome *c, struct fxr_text category,
		      struct fxr_text name)
{
	pen_put(&c->out, ",\"cat\":");
	put_text(c, category);
	pen_put(&c->out, ",\"name\":");
	put_text(c, name);
}

/* process_name, thread_name */
static void put_name(struct chrome *c, const char *what, uint64_t pid,
		     uint64_t tid, struct fxr_text name)
{
	if (!name.n_bytes)
		return;
	begin_event(c, 'M', pid, tid);
	pen_format(&c->out, ",\"name\":\"%s\",\"args\":{\"name\":", what);
	put_text(c, name);
	pen_put(&c->out, "}}");
}

/* Viewers show it with the process's name. */
static void put_seen_pid(struct chrome *c, const struct fxr_process *process)
{
	if (!process->seen_pid)
		return;
	begin_event(c, 'M', process->pid, process->pid);
	pen_put(&c->out, ",\"name\":\"process_labels\",\"args\":{\"labels\":"
			 "\"pid ");
	pen_uint(&c->out, process->seen_pid);
	pen_put(&c->out, " for itself\"}}");
}

static void put_world(struct chrome *c)
{
	for (size_t i = 0; i < c->world->n_processes; i++) {
		const struct fxr_process *p = &c->world->processes[i];

		put_name(c, "process_name", p->pid, p->pid,
			 fxr_world_object(c->world, p->provider,
					  FXT_OBJECT_PROCESS, p->pid));
		put_seen_pid(c, p);
	}
	for (size_t i = 0; i < c->world->n_threads; i++) {
		const struct fxr_thread *t = &c->world->threads[i];

		put_name(c, "thread_name", t->pid, t->tid,
			 convert_thread_name(c->world, t));
	}
	for (size_t i = 0; i < c->world->n_notices; i++) {
		const struct fxr_notice *n = &c->world->notices[i];

		begin_event(c, 'i', n->pid, n->tid);
		put_names(c, fxr_text("log", 3), n->text);
		put_us(c, ",\"ts\":", n->ns);
		pen_put(&c->out, ",\"s\":\"t\"}");
	}
}

/* A call that exec replaced has no end. What follows on its thread is not
 * inside it, so it ends at once. */
static void put_call(struct chrome *c, const struct fxr_call *call)
{
	bool is_replaced = call->state == FXR_CALL_REPLACED;

	begin_event(c, call->has_end || is_replaced ? 'X' : 'B',
		    call->thread->pid, call->thread->tid);
	put_names(c, call->name->category, call->name->name);
	put_us(c, ",\"ts\":", call->begin_ns);
	if (fxr_has_duration(call))
		put_us(c, ",\"dur\":", call->end_ns - call->begin_ns);
	else if (call->has_end || is_replaced)
		put_us(c, ",\"dur\":", 1);
	pen_put(&c->out, ",\"args\":");
	print_args_json(&c->print, call);
	pen_byte(&c->out, '}');
}

/* An argument of an event that does not belong to a call. */
static void put_arg(struct chrome *c, struct fxr_reader *reader,
		    const struct fxr_record *record, const struct fxt_arg *arg)
{
	struct fxr_value value;

	put_text(c,
		 fxr_string(reader, record->provider, record->off, &arg->name));
	pen_byte(&c->out, ':');
	if (!convert_arg(reader, record, arg, &value) &&
	    fxr_arg_u64(arg, &value.as.u64))
		value.kind = FXR_VALUE_UINT; /* a koid */
	print_value_json(&c->print, &value);
}

static void put_args(struct chrome *c, struct fxr_reader *reader,
		     const struct fxr_record *record)
{
	pen_put(&c->out, ",\"args\":{");
	for (unsigned i = 0; i < record->n_args; i++) {
		if (i)
			pen_byte(&c->out, ',');
		put_arg(c, reader, record, &record->args[i]);
	}
	pen_put(&c->out, "}}");
}

/* The phase of an event's type; 0: it belongs to a call. */
static char phase_of(unsigned type)
{
	static const char phases[] = {
		[FXT_EVENT_INSTANT] = 'i',     [FXT_EVENT_COUNTER] = 'C',
		[FXT_EVENT_ASYNC_BEGIN] = 'b', [FXT_EVENT_ASYNC_INSTANT] = 'n',
		[FXT_EVENT_ASYNC_END] = 'e',   [FXT_EVENT_FLOW_BEGIN] = 's',
		[FXT_EVENT_FLOW_STEP] = 't',   [FXT_EVENT_FLOW_END] = 'f',
	};

	return type < sizeof(phases) ? phases[type] : 0;
}

static void put_event(struct chrome *c, struct fxr_reader *reader,
		      const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	char phase = phase_of(event->type);
	struct fxr_text category = fxr_string(reader, record->provider,
					      record->off, &event->category);
	uint64_t pid, tid;

	if (!phase || !convert_is_shown(record, category) ||
	    !wanted_has(&c->wanted, reader, record))
		return;
	fxr_thread(reader, record->provider, record->off, &event->thread, &pid,
		   &tid);
	begin_event(c, phase, pid, tid);
	put_names(c, category,
		  fxr_string(reader, record->provider, record->off,
			     &event->name));
	put_us(c, ",\"ts\":", fxr_ns(record->provider, event->ticks));
	if (phase == 'i')
		pen_put(&c->out,
			event->tail == FXT_SCOPE_GLOBAL	   ? ",\"s\":\"g\""
			: event->tail == FXT_SCOPE_PROCESS ? ",\"s\":\"p\""
							   : ",\"s\":\"t\"");
	else
		pen_format(&c->out, ",\"id\":\"0x%" PRIx64 "\"", event->tail);
	if (phase == 'f')
		pen_put(&c->out, ",\"bp\":\"e\"");
	put_args(c, reader, record);
}

static bool put_events(struct chrome *c, struct convert_output *output)
{
	struct fxr_reader *reader =
		wanted_scan(&c->wanted) ? convert_records(output->calls, false)
					: NULL;
	struct convert_left_out left_out = {0};
	static struct fxr_record record;

	if (!reader)
		return false;
	while (!ferror(output->out) && !fxr_next(reader, &record)) {
		convert_count(&left_out, reader, &record);
		if (record.is_known && record.type == FXT_RECORD_EVENT)
			put_event(c, reader, &record);
	}
	fxr_close(reader);
	convert_report(&left_out, output->notes);
	return true;
}

static bool write_chrome(struct convert_output *output)
{
	struct chrome c = {.out.out = output->out,
			   .world = output->world,
			   .print = {.out = &c.out,
				     .world = output->world,
				     .is_for_viewers = true},
			   .wanted.output = output,
			   .comma = ""};
	static struct fxr_call call;
	bool is_done;

	pen_put(&c.out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
	put_world(&c);
	is_done = put_events(&c, output);
	while (!ferror(output->out) && convert_next(output->calls, &call))
		put_call(&c, &call);
	pen_put(&c.out, "\n]}\n");
	pen_flush(&c.out);
	pen_fini(&c.out);
	wanted_fini(&c.wanted);
	return is_done;
}

/* An object or array whose first key or event belongs to trace events. */
static bool probe_chrome(const unsigned char *bytes, size_t n_bytes)
{
	const char *text = (const char *)bytes;
	size_t n_space = 0;

	while (n_space < n_bytes && strchr(" \t\r\n", bytes[n_space]))
		n_space++;
	if (n_space == n_bytes ||
	    (bytes[n_space] != '{' && bytes[n_space] != '['))
		return false;
	return memmem(text, n_bytes, "\"traceEvents\"", 13) ||
	       memmem(text, n_bytes, "\"ph\"", 4);
}

const struct convert_format convert_chrome = {
	.name = "chrome",
	.suffixes = ".json",
	.purpose = "trace event JSON, which Perfetto and browsers show",
	.is_unpacked = true,
	.probe = probe_chrome,
	.read = chrome_read,
	.has_events = true,
	.is_packable = true,
	.write = write_chrome,
};
