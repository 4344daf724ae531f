/* SPDX-License-Identifier: MIT */
/*
 * Trace event JSON, as chrome://tracing, Perfetto, speedscope and others read
 * it. Calls are complete events (X), those without an end begins (B). Flows,
 * async events, counters and instants keep their kinds, and the recorder's
 * messages are instants. Times are microseconds with three decimals. What came
 * from such a file is what it was there, see chrome_note.h.
 */
#include "tools/convert/chrome.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/json.h"
#include "tools/convert/chrome_calls.h"
#include "tools/convert/chrome_note.h"
#include "tools/convert/chrome_out.h"
#include "tools/convert/wanted.h"
#include "writer/wire.h"

/* Of memory, or what has no time. */
#define CHROME_MAX_BYTES (256u << 20)

enum { NAMED_PROCESS, NAMED_THREAD };

struct chrome {
	struct chrome_out out;
	struct fxr_world *world;
	struct wanted wanted;
	struct fxr_arena arena; /* of a record */
	struct fxr_map named;	/* processes and threads with an event for it */
	bool has_members;	/* of a file that it came from */
	bool has_unit;		/* displayTimeUnit is one of them */
	struct pen pieces;	/* of a blob */
};

/* Whether there was an event for it. Numbers of threads are those of their
 * process there, but not in an archive: it may have the name of another one. */
static bool has_name(const struct chrome *c, uint64_t pid, const uint64_t *tid)
{
	return tid ? fxr_map_find(&c->named, 0, *tid, NAMED_THREAD) != FXR_NONE
		   : fxr_map_find(&c->named, pid, 0, NAMED_PROCESS) != FXR_NONE;
}

/* process_name, thread_name. tid: NULL for the process */
static void put_name(struct chrome *c, uint64_t pid, const uint64_t *tid,
		     struct fxr_text name)
{
	const char *what = tid ? "thread_name" : "process_name";

	if (!name.n_bytes || has_name(c, pid, tid))
		return;
	chrome_out_note(&c->out, fxr_text("", 0));
	chrome_out_begin(&c->out, 'M', pid, tid ? *tid : pid);
	chrome_out_word(&c->out, "name", what);
	chrome_out_args(&c->out, true);
	chrome_out_arg(
		&c->out, fxr_text("name", 4),
		&(struct fxr_value){.kind = FXR_VALUE_SYMBOL, .as.text = name});
	chrome_out_end(&c->out);
}

/* Viewers show it with the process's name. */
static void put_seen_pid(struct chrome *c, const struct fxr_process *process)
{
	char text[40];

	if (!process->seen_pid)
		return;
	snprintf(text, sizeof(text), "pid %" PRIu64 " for itself",
		 process->seen_pid);
	chrome_out_note(&c->out, fxr_text("", 0));
	chrome_out_begin(&c->out, 'M', process->pid, process->pid);
	chrome_out_word(&c->out, "name", "process_labels");
	chrome_out_args(&c->out, true);
	chrome_out_arg(
		&c->out, fxr_text("labels", 6),
		&(struct fxr_value){.kind = FXR_VALUE_SYMBOL,
				    .as.text = fxr_text(text, strlen(text))});
	chrome_out_end(&c->out);
}

static void put_notice(struct chrome *c, const struct fxr_notice *notice)
{
	chrome_out_note(&c->out, fxr_text("", 0));
	chrome_out_begin(&c->out, 'i', notice->pid, notice->tid);
	chrome_out_names(&c->out, fxr_text("log", 3), notice->text);
	chrome_out_us(&c->out, "ts", notice->ns);
	chrome_out_word(&c->out, "s", "t");
	chrome_out_args(&c->out, false);
	chrome_out_end(&c->out);
}

static void put_world(struct chrome *c)
{
	for (size_t i = 0; i < c->world->n_processes; i++) {
		const struct fxr_process *p = &c->world->processes[i];

		put_name(c, p->pid, NULL,
			 fxr_world_object(c->world, p->provider,
					  FXT_OBJECT_PROCESS, p->pid));
		put_seen_pid(c, p);
	}
	for (size_t i = 0; i < c->world->n_threads; i++) {
		const struct fxr_thread *t = &c->world->threads[i];

		put_name(c, t->pid, &t->tid, convert_thread_name(c->world, t));
	}
	for (size_t i = 0; i < c->world->n_notices; i++)
		put_notice(c, &c->world->notices[i]);
}

/* Memory in pieces is a value like any other. */
static void set_memory(struct chrome *c, const struct fxr_record *record,
		       const struct fxt_arg *arg, struct fxr_value *value)
{
	struct fxr_pieces *pieces = fxr_world_blob(
		c->world, record->provider->index, arg->value.koid);

	if (arg->type == FXT_ARG_KOID && pieces)
		*value = (struct fxr_value){
			.kind = FXR_VALUE_BYTES,
			.as.text = fxr_world_join(c->world, &c->arena, pieces,
						  CHROME_MAX_BYTES)};
	else if (fxr_arg_u64(arg, &value->as.u64))
		value->kind = FXR_VALUE_UINT; /* a koid */
}

/* An argument of an event that does not belong to a call. */
static void find_arg(struct chrome *c, struct fxr_reader *reader,
		     const struct fxr_record *record, unsigned i,
		     struct fxr_text *name, struct fxr_value *value)
{
	const struct fxt_arg *arg = &record->args[i];

	*name = fxr_string(reader, record->provider, record->off, &arg->name);
	if (!convert_arg(reader, record, arg, value))
		set_memory(c, record, arg, value);
}

static struct fxr_text note_of(struct chrome *c, struct fxr_reader *reader,
			       const struct fxr_record *record)
{
	struct fxr_value value;
	struct fxr_text name;

	for (unsigned i = 0; i < record->n_args; i++) {
		find_arg(c, reader, record, i, &name, &value);
		if (fxr_is(name, CHROME_NOTE) &&
		    (value.kind == FXR_VALUE_STRING ||
		     value.kind == FXR_VALUE_BYTES))
			return value.as.text;
	}
	return fxr_text("", 0);
}

static void put_args(struct chrome *c, struct fxr_reader *reader,
		     const struct fxr_record *record)
{
	struct fxr_value value;
	struct fxr_text name;

	chrome_out_args(&c->out, record->n_args > 1);
	for (unsigned i = 0; i < record->n_args; i++) {
		find_arg(c, reader, record, i, &name, &value);
		if (!fxr_is(name, CHROME_NOTE))
			chrome_out_arg(&c->out, name, &value);
	}
	chrome_out_end(&c->out);
}

/* Whether it is why a snapshot was made: that is among the messages, with times
 * and numbers that have a meaning outside of the archive. */
static bool is_cause(struct fxr_reader *reader, const struct fxr_record *record)
{
	bool is_one = false;

	for (unsigned i = 0; i < record->n_args; i++)
		is_one |= fxr_is(fxr_string(reader, record->provider,
					    record->off, &record->args[i].name),
				 FXW_ARG_RULE);
	return is_one && record->as.event.type == FXT_EVENT_INSTANT;
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

/* A counter without an id is the only one of its name. */
static void put_tail(struct chrome *c, char phase, uint64_t tail)
{
	char text[24];
	bool is_none = phase == 'C' && !tail;

	if (phase != 'i') {
		snprintf(text, sizeof(text), "0x%" PRIx64, tail);
		chrome_out_word(&c->out, "id", is_none ? NULL : text);
	} else if (!json_member(&c->out.note, "ph")) {
		chrome_out_word(&c->out, "s",
				tail == FXT_SCOPE_GLOBAL    ? "g"
				: tail == FXT_SCOPE_PROCESS ? "p"
							    : "t");
	}
	if (phase == 'f')
		chrome_out_word(&c->out, "bp", "e");
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
	    is_cause(reader, record) || !wanted_has(&c->wanted, reader, record))
		return;
	fxr_arena_reset(&c->arena);
	chrome_out_note(&c->out, note_of(c, reader, record));
	if (chrome_out_is_hidden(&c->out))
		return;
	fxr_thread(reader, record->provider, record->off, &event->thread, &pid,
		   &tid);
	chrome_out_begin(&c->out, phase, pid, tid);
	chrome_out_names(&c->out, category,
			 fxr_string(reader, record->provider, record->off,
				    &event->name));
	chrome_out_us(&c->out, "ts", fxr_ns(record->provider, event->ticks));
	put_tail(c, phase, event->tail);
	put_args(c, reader, record);
}

/* Notes what a blob names, by the ids in its own name. */
static void note_named(struct chrome *c, struct fxr_text name)
{
	size_t n_prefix = sizeof(CHROME_BLOB_NAME) - 1;
	size_t n = name.n_bytes - n_prefix;
	char text[48], *end;
	uint64_t id;
	uint32_t what;

	if (n >= sizeof(text))
		return;
	memcpy(text, name.bytes + n_prefix, n);
	text[n] = '\0';
	id = strtoull(text, &end, 10);
	what = *end == '/' ? NAMED_THREAD : NAMED_PROCESS;
	if (what == NAMED_THREAD)
		id = strtoull(end + 1, NULL, 10);
	if (what == NAMED_PROCESS &&
	    fxr_map_find(&c->named, id, 0, what) == FXR_NONE)
		fxr_map_put(&c->named, id, 0, what, 0);
	if (what == NAMED_THREAD &&
	    fxr_map_find(&c->named, 0, id, what) == FXR_NONE)
		fxr_map_put(&c->named, 0, id, what, 0);
}

static bool begins_with(struct fxr_text text, const char *begin)
{
	size_t n = strlen(begin);

	return text.n_bytes >= n && !memcmp(text.bytes, begin, n);
}

/* A whole member of the file. */
static void put_member(struct chrome *c, struct fxr_text text)
{
	struct pen *out = &c->out.out;
	struct json_members members = {0};
	struct pen object = {0};

	pen_format(&object, "{%.*s}", (int)text.n_bytes, text.bytes);
	if (json_split(&members, pen_take(&object)) && members.n == 1) {
		pen_put(out, ",\n");
		json_string(out, members.members[0].name);
		pen_byte(out, ':');
		pen_bytes(out, members.members[0].json.bytes,
			  members.members[0].json.n_bytes);
		c->has_unit |=
			fxr_is(members.members[0].name, "displayTimeUnit");
	}
	json_members_fini(&members);
	pen_fini(&object);
}

/* A whole event without a time. */
static void put_timeless(struct chrome *c, struct fxr_text text)
{
	if (!text.n_bytes || *text.bytes != '{' || !json_is_value(text))
		return;
	pen_put(&c->out.out, c->out.comma);
	pen_bytes(&c->out.out, text.bytes, text.n_bytes);
	c->out.comma = ",\n";
}

/* A piece of what has no time. Members of the file come behind its events, so
 * that they are only noted first. False: it is another blob. */
static bool put_blob(struct chrome *c, struct fxr_reader *reader,
		     const struct fxr_record *record, bool is_for_members)
{
	struct fxr_text name = fxr_string(reader, record->provider, record->off,
					  &record->as.blob.name);
	bool is_member = begins_with(name, CHROME_BLOB_MEMBER);
	bool is_name = begins_with(name, CHROME_BLOB_NAME);

	if (!is_member && !is_name && !begins_with(name, CHROME_BLOB_EVENT))
		return false;
	c->has_members |= is_member;
	if (is_member != is_for_members)
		return true;
	if (is_name)
		note_named(c, name);
	if (c->pieces.n_bytes < CHROME_MAX_BYTES)
		pen_bytes(&c->pieces, record->as.blob.bytes,
			  record->as.blob.n_bytes);
	if (name.bytes[name.n_bytes - 1] == *CHROME_BLOB_MORE)
		return true;
	if (is_member)
		put_member(c, pen_take(&c->pieces));
	else
		put_timeless(c, pen_take(&c->pieces));
	return true;
}

static bool is_blob(const struct fxr_record *record)
{
	return record->is_known && record->type == FXT_RECORD_BLOB;
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
		if (is_blob(&record) && put_blob(c, reader, &record, false))
			continue;
		convert_count(&left_out, reader, &record);
		if (record.is_known && record.type == FXT_RECORD_EVENT)
			put_event(c, reader, &record);
	}
	fxr_close(reader);
	convert_report(&left_out, output->notes);
	return true;
}

/* Behind the list of events. */
static bool put_members(struct chrome *c, struct convert_output *output)
{
	struct fxr_reader *reader;
	static struct fxr_record record;

	(void)pen_take(&c->pieces);
	reader = c->has_members ? convert_records(output->calls, false) : NULL;
	while (reader && !ferror(output->out) && !fxr_next(reader, &record))
		if (is_blob(&record))
			(void)put_blob(c, reader, &record, true);
	if (!c->has_unit)
		pen_put(&c->out.out, ",\"displayTimeUnit\":\"ns\"");
	if (reader)
		fxr_close(reader);
	return reader || !c->has_members;
}

static bool write_chrome(struct convert_output *output)
{
	struct chrome c = {.world = output->world,
			   .out = {.out.out = output->out,
				   .print = {.world = output->world,
					     .is_for_viewers = true},
				   .comma = ""},
			   .wanted.output = output};
	static struct fxr_call call;
	struct chrome_calls *calls;
	bool is_done;

	c.out.print.out = &c.out.out;
	calls = chrome_calls_open(&c.out);
	pen_put(&c.out.out, "{\"traceEvents\":[\n");
	is_done = put_events(&c, output);
	put_world(&c);
	while (!ferror(output->out) && convert_next(output->calls, &call))
		chrome_calls_put(calls, &call);
	chrome_calls_close(calls);
	pen_put(&c.out.out, "\n]");
	is_done = is_done && put_members(&c, output);
	pen_put(&c.out.out, "}\n");
	pen_flush(&c.out.out);
	chrome_out_fini(&c.out);
	pen_fini(&c.pieces);
	fxr_arena_fini(&c.arena);
	fxr_map_fini(&c.named);
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
