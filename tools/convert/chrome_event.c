/* SPDX-License-Identifier: MIT */
/*
 * Trace events as events of an archive, see chrome_event.h.
 *
 * An argument that is an object or array becomes its JSON as text. The
 * exception is our own form of memory (base64 and bytes). Ids that are not
 * numbers are replaced by their hash.
 */
#include "tools/convert/chrome_event.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/base64.h"

static bool is_number(struct fxr_text text, uint64_t *number)
{
	char *end;

	if (!text.n_bytes || text.bytes[0] == '-' || text.bytes[0] == ' ')
		return false;
	errno = 0;
	*number = strtoull(text.bytes, &end,
			   text.n_bytes > 1 && text.bytes[1] == 'x' ? 16 : 10);
	return !errno && end == text.bytes + text.n_bytes;
}

/* The same hash in every run: a user may search another file for an id. */
static uint64_t stable_hash(struct fxr_text text)
{
	uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */

	for (size_t i = 0; i < text.n_bytes; i++)
		hash = (hash ^ (unsigned char)text.bytes[i]) * 0x100000001b3;
	return hash;
}

/* A pid, tid or id. */
static uint64_t id_of(const struct chrome_scalar *value)
{
	uint64_t number = 0;

	if (value->kind == CHROME_NOTHING || is_number(value->text, &number))
		return number;
	return stable_hash(value->text) >> 33;
}

/* Microseconds as nanoseconds; negative times become 0. */
static uint64_t ns_of(const struct chrome_scalar *value)
{
	long double ns =
		value->kind == CHROME_NUMBER || value->kind == CHROME_TEXT
			? strtold(value->text.bytes, NULL) * 1000 + 0.5L
			: 0;

	if (!(ns > 0))
		return 0;
	return ns < 0x1p63L ? (uint64_t)ns : INT64_MAX;
}

/* {"base64": ..., "bytes": N}, as JSON text */
static bool is_memory(struct fxr_text json, struct fxr_text *base64)
{
	static const char head[] = "{\"base64\":\"";
	const char *end;

	if (json.n_bytes < sizeof(head) ||
	    memcmp(json.bytes, head, sizeof(head) - 1) != 0)
		return false;
	base64->bytes = json.bytes + sizeof(head) - 1;
	end = memchr(base64->bytes, '"', json.n_bytes - (sizeof(head) - 1));
	if (!end || strncmp(end, "\",\"bytes\":", 10) != 0)
		return false;
	base64->n_bytes = (size_t)(end - base64->bytes);
	return true;
}

static void put_number(struct chrome_event *e, struct fxr_text name,
		       struct fxr_text text)
{
	char *end;
	int64_t i64;
	uint64_t u64;

	errno = 0;
	i64 = strtoll(text.bytes, &end, 10);
	if (!errno && !*end)
		archive_out_int(e->out, name, i64);
	else if (is_number(text, &u64))
		archive_out_uint(e->out, name, u64);
	else
		archive_out_double(e->out, name, strtod(text.bytes, NULL));
}

static void put_arg(struct chrome_event *e, const struct chrome_arg *arg)
{
	const struct chrome_scalar *value = &arg->value;
	struct fxr_text bytes;

	switch (value->kind) {
	case CHROME_NOTHING:
		archive_out_null(e->out, arg->name);
		break;
	case CHROME_BOOL:
		archive_out_bool(e->out, arg->name, value->boolean);
		break;
	case CHROME_NUMBER:
		put_number(e, arg->name, value->text);
		break;
	case CHROME_JSON:
		if (is_memory(value->text, &bytes) &&
		    base64_decode(&e->arena, bytes, &bytes)) {
			archive_out_blob(e->out, arg->name, bytes);
			break;
		}
		/* fallthrough */
	case CHROME_TEXT:
		archive_out_string(e->out, arg->name, value->text);
		break;
	}
}

static struct fxr_text text_of(const struct chrome_scalar *value,
			       const char *fallback)
{
	return value->text.n_bytes ? value->text
				   : fxr_text(fallback, strlen(fallback));
}

/* Begins an event of the archive and adds its arguments from `from` on; returns
 * how many it took. */
static size_t begin_event(struct chrome_event *e, unsigned type, uint64_t ns,
			  struct fxr_text name, size_t from)
{
	archive_out_event(e->out, type, ns, id_of(&e->values[CHROME_PID]),
			  id_of(&e->values[CHROME_TID]),
			  text_of(&e->values[CHROME_CATEGORY], "event"), name);
	while (from < e->n_args && archive_out_has_space(e->out))
		put_arg(e, &e->args[from++]);
	return from;
}

static void put_event(struct chrome_event *e, unsigned type, uint64_t word)
{
	size_t n = begin_event(e, type, ns_of(&e->values[CHROME_TIME]),
			       text_of(&e->values[CHROME_NAME], ""), 0);

	archive_out_commit(e->out, word);
	e->n_late_args += e->n_args - n;
}

/* A complete event, or a begin and an end if its arguments do not fit into
 * one. */
static void put_complete(struct chrome_event *e)
{
	uint64_t ns = ns_of(&e->values[CHROME_TIME]);
	uint64_t end_ns = ns + ns_of(&e->values[CHROME_DURATION]);
	struct fxr_text name = text_of(&e->values[CHROME_NAME], "");
	size_t n;

	if (e->n_args <= FXT_MAX_ARGS) {
		put_event(e, FXT_EVENT_DURATION_COMPLETE, end_ns);
		return;
	}
	n = begin_event(e, FXT_EVENT_DURATION_BEGIN, ns, name, 0);
	archive_out_commit(e->out, 0);
	n = begin_event(e, FXT_EVENT_DURATION_END, end_ns, name, n);
	archive_out_commit(e->out, 0);
	e->n_late_args += e->n_args - n;
}

/* An end may lack its name: it has that of the innermost begin. */
static void put_half(struct chrome_event *e, bool is_begin)
{
	uint64_t pid = id_of(&e->values[CHROME_PID]);
	uint64_t tid = id_of(&e->values[CHROME_TID]);
	struct chrome_scalar *name = &e->values[CHROME_NAME];
	struct chrome_scalar *category = &e->values[CHROME_CATEGORY];

	if (is_begin)
		event_names_push(e->names, pid, tid, category->text,
				 name->text);
	else
		event_names_pop(e->names, pid, tid, &category->text,
				&name->text);
	put_event(e,
		  is_begin ? FXT_EVENT_DURATION_BEGIN : FXT_EVENT_DURATION_END,
		  0);
}

static unsigned scope_of(const struct chrome_scalar *scope)
{
	if (fxr_is(scope->text, "g"))
		return FXT_SCOPE_GLOBAL;
	return fxr_is(scope->text, "p") ? FXT_SCOPE_PROCESS : FXT_SCOPE_THREAD;
}

/* process_name and thread_name; other metadata only controls sorting in
 * viewers. */
static bool put_metadata(struct chrome_event *e)
{
	uint64_t pid = id_of(&e->values[CHROME_PID]);
	uint64_t tid = id_of(&e->values[CHROME_TID]);
	struct fxr_text name = e->values[CHROME_NAME].text;

	if (!e->n_args || !fxr_is(e->args[0].name, "name"))
		return false;
	if (fxr_is(name, "process_name"))
		archive_out_process(e->out, pid, e->args[0].value.text);
	else if (fxr_is(name, "thread_name"))
		archive_out_thread(e->out, pid, tid, e->args[0].value.text);
	else
		return false;
	return true;
}

/* False: an archive has no such event. */
static bool put_phase(struct chrome_event *e, char phase)
{
	static const struct {
		char phase;
		unsigned type;
	} with_id[] = {
		{'C', FXT_EVENT_COUNTER},	{'b', FXT_EVENT_ASYNC_BEGIN},
		{'n', FXT_EVENT_ASYNC_INSTANT}, {'e', FXT_EVENT_ASYNC_END},
		{'S', FXT_EVENT_ASYNC_BEGIN},	{'T', FXT_EVENT_ASYNC_INSTANT},
		{'p', FXT_EVENT_ASYNC_INSTANT}, {'F', FXT_EVENT_ASYNC_END},
		{'s', FXT_EVENT_FLOW_BEGIN},	{'t', FXT_EVENT_FLOW_STEP},
		{'f', FXT_EVENT_FLOW_END},
	};

	for (size_t i = 0; i < sizeof(with_id) / sizeof(with_id[0]); i++)
		if (with_id[i].phase == phase) {
			put_event(e, with_id[i].type,
				  id_of(&e->values[CHROME_ID]));
			return true;
		}
	if (phase == 'X')
		put_complete(e);
	else if (phase == 'B' || phase == 'E')
		put_half(e, phase == 'B');
	else if (phase == 'i' || phase == 'I')
		put_event(e, FXT_EVENT_INSTANT,
			  scope_of(&e->values[CHROME_SCOPE]));
	else
		return phase == 'M' && put_metadata(e);
	return true;
}

/* A pid or tid that is not a number becomes the name of a generated number. */
static void name_ids(struct chrome_event *e)
{
	const struct chrome_scalar *pid = &e->values[CHROME_PID];
	const struct chrome_scalar *tid = &e->values[CHROME_TID];
	uint64_t number, process = id_of(pid), thread = id_of(tid);

	if (pid->kind == CHROME_TEXT && !is_number(pid->text, &number) &&
	    fxr_map_find(&e->named, process, 0, 1) == FXR_NONE) {
		fxr_map_put(&e->named, process, 0, 1, 0);
		archive_out_process(e->out, process, pid->text);
	}
	if (tid->kind == CHROME_TEXT && !is_number(tid->text, &number) &&
	    fxr_map_find(&e->named, process, thread, 2) == FXR_NONE) {
		fxr_map_put(&e->named, process, thread, 2, 0);
		archive_out_thread(e->out, process, thread, tid->text);
	}
}

void chrome_event_open(struct chrome_event *event, FILE *archive)
{
	event->out =
		archive_out_open(archive, fxr_text("chrome", 6), 1000000000);
	event->names = event_names_open();
}

void chrome_event_close(struct chrome_event *event)
{
	event_names_close(event->names);
	fxr_arena_fini(&event->arena);
	fxr_map_fini(&event->named);
	archive_out_close(event->out);
}

void chrome_event_begin(struct chrome_event *event)
{
	fxr_arena_reset(&event->arena);
	memset(event->values, 0, sizeof(event->values));
	event->n_args = 0;
}

struct fxr_text chrome_event_keep(struct chrome_event *event, const void *bytes,
				  size_t n_bytes)
{
	return fxr_text(fxr_arena_copy(&event->arena, bytes, n_bytes), n_bytes);
}

void chrome_event_pass(struct chrome_event *event)
{
	event->n_events++;
	event->n_left_out++;
}

void chrome_event_put(struct chrome_event *event)
{
	struct fxr_text phase = event->values[CHROME_PHASE].text;

	event->n_events++;
	name_ids(event);
	if (phase.n_bytes != 1 || !put_phase(event, phase.bytes[0]))
		event->n_left_out++;
}
