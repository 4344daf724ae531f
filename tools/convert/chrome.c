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
#include "tools/convert/left_out.h"
#include "tools/convert/rows.h"
#include "writer/wire.h"

/* Of memory, or what has no time. */
#define CHROME_MAX_BYTES (256u << 20)

enum { NAMED_PROCESS, NAMED_THREAD };

struct chrome {
	struct chrome_out out;
	struct fxtrace_archive *archive;
	struct fxr_map named; /* processes and threads with an event for it */
	bool has_members;     /* of a file that it came from */
	bool has_unit;	      /* displayTimeUnit is one of them */
	struct pen pieces;    /* of a blob */
};

/* Whether there was an event for it. */
static bool has_name(const struct chrome *c, uint64_t pid, const uint64_t *tid)
{
	return tid ? fxr_map_find(&c->named, pid, *tid, NAMED_THREAD) !=
			       FXR_NONE
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
	chrome_out_text_arg(&c->out, "name", name);
	chrome_out_end(&c->out);
}

/* Viewers show it with the process's name. */
static void put_seen_pid(struct chrome *c,
			 const struct fxtrace_process *process)
{
	char text[40];

	if (process->seen_pid == process->pid)
		return;
	snprintf(text, sizeof(text), "pid %" PRIu64 " for itself",
		 process->seen_pid);
	chrome_out_note(&c->out, fxr_text("", 0));
	chrome_out_begin(&c->out, 'M', process->pid, process->pid);
	chrome_out_word(&c->out, "name", "process_labels");
	chrome_out_args(&c->out, true);
	chrome_out_text_arg(&c->out, "labels", fxr_text(text, strlen(text)));
	chrome_out_end(&c->out);
}

static void put_message(struct chrome *c, const struct fxtrace_message *message)
{
	chrome_out_note(&c->out, fxr_text("", 0));
	chrome_out_begin(&c->out, 'i', message->pid, message->tid);
	chrome_out_names(&c->out, fxr_text("log", 3),
			 fxr_text(message->text, message->n_text_bytes));
	chrome_out_us(&c->out, "ts", message->ns);
	chrome_out_word(&c->out, "s", "t");
	chrome_out_args(&c->out, false);
	chrome_out_end(&c->out);
}

/* Messages in the order in which the archive has them. */
static void put_messages(struct chrome *c)
{
	size_t n = fxtrace_n_messages(c->archive);
	size_t *order = fxr_new(n + 1, sizeof(*order));
	const struct fxtrace_message *message;

	for (size_t i = 0; i < n; i++) {
		message = fxtrace_message(c->archive, i);
		if (message)
			order[message->place] = i;
	}
	for (size_t i = 0; i < n; i++) {
		message = fxtrace_message(c->archive, order[i]);
		if (message)
			put_message(c, message);
	}
	fxr_free(order);
}

static void put_world(struct chrome *c)
{
	for (size_t i = 0; i < fxtrace_n_processes(c->archive); i++) {
		const struct fxtrace_process *p =
			fxtrace_process(c->archive, i);

		if (!p)
			return; /* the archive's error says why */
		put_name(c, p->pid, NULL, fxr_text(p->name, p->n_name_bytes));
		put_seen_pid(c, p);
	}
	for (size_t i = 0; i < fxtrace_n_threads(c->archive); i++) {
		const struct fxtrace_thread *t = fxtrace_thread(c->archive, i);

		if (!t)
			return;
		put_name(c, t->process->pid, &t->tid,
			 fxr_text(t->name, t->n_name_bytes));
	}
	put_messages(c);
}

static struct fxr_text name_of(const struct fxtrace_arg *arg)
{
	return fxr_text(arg->name, arg->n_name_bytes);
}

static struct fxr_text note_of(const struct fxtrace_event *event)
{
	for (size_t i = 0; i < event->n_args; i++) {
		const struct fxtrace_value *value = event->args[i]->value;

		if (fxr_is(name_of(event->args[i]), CHROME_NOTE) &&
		    (value->kind == FXTRACE_TEXT ||
		     value->kind == FXTRACE_BYTES))
			return fxr_text(value->bytes, value->n_bytes);
	}
	return fxr_text("", 0);
}

static void put_args(struct chrome *c, const struct fxtrace_event *event)
{
	chrome_out_args(&c->out, event->n_args > 1);
	for (size_t i = 0; i < event->n_args; i++) {
		struct fxr_text name = name_of(event->args[i]);

		if (!fxr_is(name, CHROME_NOTE))
			chrome_out_arg(&c->out, name, event->args[i]->value);
	}
	chrome_out_end(&c->out);
}

/* Whether it is why a snapshot was made: that is among the messages, with times
 * and numbers that have a meaning outside of the archive. */
static bool is_cause(const struct fxtrace_event *event)
{
	bool is_one = false;

	for (size_t i = 0; i < event->n_args; i++)
		is_one |= fxr_is(name_of(event->args[i]), FXW_ARG_RULE);
	return is_one && event->kind == FXTRACE_EVENT_INSTANT;
}

/* The phase of an event's kind; 0: it is no event of the trace. */
static char phase_of(enum fxtrace_event_kind kind)
{
	static const char phases[] = {
		[FXTRACE_EVENT_INSTANT] = 'i',
		[FXTRACE_EVENT_COUNTER] = 'C',
		[FXTRACE_EVENT_ASYNC_BEGIN] = 'b',
		[FXTRACE_EVENT_ASYNC_INSTANT] = 'n',
		[FXTRACE_EVENT_ASYNC_END] = 'e',
		[FXTRACE_EVENT_FLOW_BEGIN] = 's',
		[FXTRACE_EVENT_FLOW_STEP] = 't',
		[FXTRACE_EVENT_FLOW_END] = 'f',
	};

	return kind < sizeof(phases) ? phases[kind] : 0;
}

/* A counter without an id is the only one of its name. */
static void put_tail(struct chrome *c, char phase,
		     const struct fxtrace_event *event)
{
	char text[24];
	bool is_none = phase == 'C' && !event->id;

	if (phase != 'i') {
		snprintf(text, sizeof(text), "0x%" PRIx64, event->id);
		chrome_out_word(&c->out, "id", is_none ? NULL : text);
	} else if (!c->out.has_phase) {
		chrome_out_word(&c->out, "s",
				event->scope == FXTRACE_SCOPE_GLOBAL	? "g"
				: event->scope == FXTRACE_SCOPE_PROCESS ? "p"
									: "t");
	}
	if (phase == 'f')
		chrome_out_word(&c->out, "bp", "e");
}

static void put_event(struct chrome *c, const struct fxtrace_event *event)
{
	char phase = phase_of(event->kind);

	if (!phase || is_cause(event))
		return;
	chrome_out_note(&c->out, note_of(event));
	if (chrome_out_is_hidden(&c->out))
		return;
	chrome_out_begin(&c->out, phase, event->pid, event->tid);
	chrome_out_names(&c->out,
			 fxr_text(event->category, event->n_category_bytes),
			 fxr_text(event->name, event->n_name_bytes));
	chrome_out_us(&c->out, "ts", event->ns);
	put_tail(c, phase, event);
	put_args(c, event);
}

/* Notes what a blob names, by the ids in its own name. */
static void note_named(struct chrome *c, struct fxr_text name)
{
	size_t n_prefix = sizeof(CHROME_BLOB_NAME) - 1;
	size_t n = name.n_bytes - n_prefix;
	char text[48], *end;
	uint64_t pid, tid = 0;
	uint32_t what = NAMED_PROCESS;

	if (n >= sizeof(text))
		return;
	memcpy(text, name.bytes + n_prefix, n);
	text[n] = '\0';
	pid = strtoull(text, &end, 10);
	if (*end == '/') {
		what = NAMED_THREAD;
		tid = strtoull(end + 1, NULL, 10);
	}
	if (fxr_map_find(&c->named, pid, tid, what) == FXR_NONE)
		fxr_map_put(&c->named, pid, tid, what, 0);
}

static bool begins_with(struct fxr_text text, const char *begin)
{
	size_t n = strlen(begin);

	return text.n_bytes >= n && !memcmp(text.bytes, begin, n);
}

/* A whole member of the file: its name, a colon and its value. */
static void put_member(struct chrome *c, struct fxr_text text)
{
	struct json_in in = json_in_of_text(text);
	struct json_object *name = NULL, *value = NULL;

	if (json_is_text(text) && json_in_value(&in, &name) == JSON_VALUE &&
	    json_object_is_type(name, json_type_string) &&
	    json_in_take(&in, ':') &&
	    json_in_value(&in, &value) == JSON_VALUE &&
	    json_in_peek(&in) == EOF) {
		pen_put(&c->out.out, ",\n");
		json_string(&c->out.out, json_in_plain(name));
		pen_byte(&c->out.out, ':');
		chrome_out_json(&c->out, value);
		c->has_unit |= fxr_is(json_in_plain(name), "displayTimeUnit");
	}
	json_object_put(name);
	json_object_put(value);
	json_in_fini(&in);
}

/* A whole event without a time. */
static void put_timeless(struct chrome *c, struct fxr_text text)
{
	struct json_object *event;

	if (!json_in_parse(text, &event))
		return;
	if (json_object_is_type(event, json_type_object)) {
		pen_put(&c->out.out, c->out.comma);
		chrome_out_json(&c->out, event);
		c->out.comma = ",\n";
	}
	json_object_put(event);
}

/* A piece of what has no time. Members of the file come behind its events, so
 * that they are only noted first. False: it is another blob. */
static bool put_blob(struct chrome *c, const struct fxtrace_event *event,
		     bool is_for_members)
{
	struct fxr_text name = fxr_text(event->name, event->n_name_bytes);
	bool is_member = begins_with(name, CHROME_BLOB_MEMBER);
	bool is_name = begins_with(name, CHROME_BLOB_NAME);

	if (event->kind != FXTRACE_EVENT_BLOB ||
	    (!is_member && !is_name && !begins_with(name, CHROME_BLOB_EVENT)))
		return false;
	c->has_members |= is_member;
	if (is_member != is_for_members)
		return true;
	if (is_name)
		note_named(c, name);
	if (c->pieces.n_bytes < CHROME_MAX_BYTES)
		pen_bytes(&c->pieces, event->bytes, event->n_bytes);
	if (name.bytes[name.n_bytes - 1] == *CHROME_BLOB_MORE)
		return true;
	if (is_member)
		put_member(c, pen_take(&c->pieces));
	else
		put_timeless(c, pen_take(&c->pieces));
	return true;
}

static void put_events(struct chrome *c, struct convert_output *output)
{
	struct left_out left_out = {0};
	const struct fxtrace_event *event;

	while (!ferror(output->out) &&
	       (event = fxtrace_next_event(c->archive))) {
		if (put_blob(c, event, false))
			continue;
		left_out_count(&left_out, event);
		put_event(c, event);
	}
	left_out_report(&left_out, output->notes);
}

/* Behind the list of events. */
static void put_members(struct chrome *c, struct convert_output *output)
{
	const struct fxtrace_event *event;

	(void)pen_take(&c->pieces);
	if (c->has_members)
		fxtrace_restart_events(c->archive);
	while (c->has_members && !ferror(output->out) &&
	       (event = fxtrace_next_event(c->archive)))
		(void)put_blob(c, event, true);
	if (!c->has_unit)
		pen_put(&c->out.out, ",\"displayTimeUnit\":\"ns\"");
}

static bool write_chrome(struct convert_output *output)
{
	struct fxtrace_archive *archive = rows_archive(output, 0);
	struct chrome c = {.archive = archive,
			   .out = {.out.out = output->out,
				   .archive = archive,
				   .comma = ""}};
	const struct fxtrace_call *call;
	struct chrome_calls *calls = chrome_calls_open(&c.out);

	pen_put(&c.out.out, "{\"traceEvents\":[\n");
	put_events(&c, output);
	put_world(&c);
	while ((call = rows_next(output, &archive)))
		chrome_calls_put(calls, call);
	chrome_calls_close(calls);
	pen_put(&c.out.out, "\n]");
	put_members(&c, output);
	pen_put(&c.out.out, "}\n");
	pen_flush(&c.out.out);
	chrome_out_fini(&c.out);
	pen_fini(&c.pieces);
	fxr_map_fini(&c.named);
	return true;
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
	.write_rows = write_chrome,
	.has_values = true,
	.is_for_viewers = true,
	.has_whole_flows = true,
};
