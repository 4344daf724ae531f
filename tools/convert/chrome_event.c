/* SPDX-License-Identifier: MIT */
/*
 * Trace events as events of an archive, see chrome_event.h.
 *
 * Ids that are not numbers are replaced by their hash, and the note has them.
 * An end without a begin is a call without duration, with a flag. What an
 * archive has no kind of event for is an instant, with its phase in the note.
 */
#include "tools/convert/chrome_event.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/chrome_meta.h"
#include "tools/convert/chrome_note.h"
#include "tools/convert/chrome_value.h"
#include "writer/utf8.h"
#include "writer/wire.h"

/* What an event of an archive cannot be without. */
#define NO_NAME "event"
/* A longer category or name is cut, and is in the note. */
#define MAX_NAME_BYTES 480u
/* Category and name of version 2 of flows: they are about two slices. */
#define FLOW "chrome:flow"

const char *const chrome_keys[CHROME_N_KEYS] = {
	[CHROME_PHASE] = "ph",	   [CHROME_CATEGORY] = "cat",
	[CHROME_NAME] = "name",	   [CHROME_PID] = "pid",
	[CHROME_TID] = "tid",	   [CHROME_TIME] = "ts",
	[CHROME_DURATION] = "dur", [CHROME_ID] = "id",
	[CHROME_SCOPE] = "s",	   [CHROME_BINDING] = "bp",
	[CHROME_ARGS] = "args",
};

static struct fxr_text literal(const char *text)
{
	return fxr_text(text, strlen(text));
}

static const struct chrome_scalar *value_of(const struct chrome_event *e,
					    enum chrome_key key)
{
	return &e->values[key];
}

static bool has(const struct chrome_event *e, enum chrome_key key)
{
	return e->values[key].kind != CHROME_NOTHING;
}

/* Whether a key's value is this text. */
static bool is_text(const struct chrome_event *e, enum chrome_key key,
		    struct fxr_text text)
{
	return e->values[key].kind == CHROME_TEXT &&
	       fxr_is_same(e->values[key].text, text);
}

/* The same in all of an event. */
struct place {
	uint64_t pid, tid;
	struct fxr_text category, name;
};

/* A category or name as an archive may have it. */
static struct fxr_text short_text(const struct chrome_scalar *value,
				  const char *fallback)
{
	struct fxr_text text = value->text;

	if (value->kind != CHROME_TEXT || !text.n_bytes)
		return literal(fallback);
	if (text.n_bytes > MAX_NAME_BYTES)
		text.n_bytes = MAX_NAME_BYTES;
	text.n_bytes = fxw_utf8_cut(text.bytes, text.n_bytes);
	return text.n_bytes == FXW_NOT_UTF8 ? literal(fallback) : text;
}

static struct place place_of(const struct chrome_event *e)
{
	struct place place = {
		.pid = chrome_id(value_of(e, CHROME_PID)),
		.tid = chrome_id(value_of(e, CHROME_TID)),
		.category = short_text(value_of(e, CHROME_CATEGORY), ""),
		.name = short_text(value_of(e, CHROME_NAME), NO_NAME),
	};

	/* these are about the archive itself */
	if (fxr_is(place.category, FXW_CATEGORY_FACT) ||
	    fxr_is(place.category, FXW_CATEGORY_SIGNATURE))
		place.category = literal("");
	return place;
}

static void note_text(struct chrome_event *e, enum chrome_key key,
		      struct fxr_text had)
{
	/* without a text there is none on the way back */
	if (has(e, key) ? !is_text(e, key, had) || !had.n_bytes : had.n_bytes)
		chrome_note_key(e, key);
}

static void note_ids(struct chrome_event *e)
{
	if (!chrome_is_plain_id(value_of(e, CHROME_PID)))
		chrome_note_key(e, CHROME_PID);
	if (!chrome_is_plain_id(value_of(e, CHROME_TID)))
		chrome_note_key(e, CHROME_TID);
}

static void note_time(struct chrome_event *e, enum chrome_key key,
		      uint64_t had_ns)
{
	uint64_t ns;

	if (!chrome_exact_ns(value_of(e, key), &ns) || ns != had_ns)
		chrome_note_key(e, key);
}

/* Begins the note of an event that has these members and that time. */
static void begin_note(struct chrome_event *e, const struct place *place,
		       uint64_t ns)
{
	chrome_note_begin(e);
	note_ids(e);
	note_text(e, CHROME_CATEGORY, place->category);
	note_text(e, CHROME_NAME, place->name);
	note_time(e, CHROME_TIME, ns);
}

static void begin_event(struct chrome_event *e, unsigned type, uint64_t ns,
			const struct place *place)
{
	archive_out_event(e->out, type, ns, place->pid, place->tid,
			  place->category, place->name);
}

/* Which of the members that not all events have this one has a place for. */
#define HAS_DURATION 1u
#define HAS_ID 2u
#define HAS_SCOPE 4u
#define HAS_BINDING 8u

static void note_others(struct chrome_event *e, unsigned has_place)
{
	enum chrome_key keys[4];
	size_t n = 0;

	if (!(has_place & HAS_DURATION))
		keys[n++] = CHROME_DURATION;
	if (!(has_place & HAS_ID))
		keys[n++] = CHROME_ID;
	if (!(has_place & HAS_SCOPE))
		keys[n++] = CHROME_SCOPE;
	if (!(has_place & HAS_BINDING))
		keys[n++] = CHROME_BINDING;
	chrome_note_others(e, keys, n);
}

static const struct chrome_scalar *other(const struct chrome_event *e,
					 const char *key)
{
	static const struct chrome_scalar none;

	for (size_t i = 0; i < e->others.n; i++)
		if (fxr_is(e->others.args[i].name, key))
			return &e->others.args[i].value;
	return &none;
}

static bool is_true(const struct chrome_scalar *value)
{
	return value->kind == CHROME_BOOL && value->boolean;
}

/* Version 2 of flows: slices that lead to one another. An archive has arrows
 * for it, which are no trace events on the way back. */
static void put_flow(struct chrome_event *e, uint64_t ns,
		     const struct place *place)
{
	const struct chrome_scalar *id = other(e, "bind_id");
	bool is_in = is_true(other(e, "flow_in"));
	bool is_out = is_true(other(e, "flow_out"));

	if (id->kind == CHROME_NOTHING || (!is_in && !is_out))
		return;
	archive_out_event(e->out,
			  is_in && is_out ? FXT_EVENT_FLOW_STEP
			  : is_in	  ? FXT_EVENT_FLOW_END
					  : FXT_EVENT_FLOW_BEGIN,
			  ns, place->pid, place->tid, literal(FLOW),
			  literal(FLOW));
	archive_out_string(e->out, literal(CHROME_NOTE),
			   literal("{\"ph\":null}"));
	archive_out_commit(e->out, chrome_id(id));
}

static void put_complete(struct chrome_event *e)
{
	struct place place = place_of(e);
	uint64_t ns = chrome_ns(value_of(e, CHROME_TIME));
	uint64_t end_ns = chrome_end_ns(value_of(e, CHROME_TIME),
					value_of(e, CHROME_DURATION));

	begin_note(e, &place, ns);
	note_time(e, CHROME_DURATION, end_ns - ns);
	note_others(e, HAS_DURATION);
	begin_event(e, FXT_EVENT_DURATION_COMPLETE, ns, &place);
	chrome_note_put(e, CHROME_OF_CALL, false);
	archive_out_commit(e->out, end_ns);
	put_flow(e, ns, &place);
}

static void put_instant(struct chrome_event *e)
{
	struct place place = place_of(e);
	uint64_t ns = chrome_ns(value_of(e, CHROME_TIME));
	bool is_plain = is_text(e, CHROME_PHASE, literal("i"));
	struct fxr_text scope = value_of(e, CHROME_SCOPE)->text;
	bool is_scope = has(e, CHROME_SCOPE) && is_plain &&
			(fxr_is(scope, "g") || fxr_is(scope, "p") ||
			 fxr_is(scope, "t"));

	begin_note(e, &place, ns);
	if (!is_plain)
		chrome_note_key(e, CHROME_PHASE);
	note_others(e, is_scope ? HAS_SCOPE : 0);
	begin_event(e, FXT_EVENT_INSTANT, ns, &place);
	chrome_note_put(e, CHROME_OF_EVENT, false);
	archive_out_commit(e->out, fxr_is(scope, "g")	? FXT_SCOPE_GLOBAL
				   : fxr_is(scope, "p") ? FXT_SCOPE_PROCESS
							: FXT_SCOPE_THREAD);
	put_flow(e, ns, &place);
}

/* Begins and ends of a thread come in the order of time. */
static uint64_t half_ns(struct chrome_event *e, const struct place *place)
{
	uint64_t ns = chrome_ns(value_of(e, CHROME_TIME));
	uint64_t at_ns = event_names_time(e->names, place->pid, place->tid, ns);

	e->n_clamped += at_ns != ns;
	return at_ns;
}

static void put_begin(struct chrome_event *e)
{
	struct place place = place_of(e);
	uint64_t ns;

	if (!event_names_push(e->names, place.pid, place.tid, place.category,
			      place.name)) {
		put_instant(e);
		return;
	}
	ns = half_ns(e, &place);
	begin_note(e, &place, ns);
	note_others(e, 0);
	begin_event(e, FXT_EVENT_DURATION_BEGIN, ns, &place);
	chrome_note_put(e, CHROME_OF_BEGIN, false);
	archive_out_commit(e->out, 0);
	put_flow(e, ns, &place);
}

/* A call of which only the end is known. */
static void put_stray_end(struct chrome_event *e)
{
	struct place place = place_of(e);
	uint64_t ns = chrome_ns(value_of(e, CHROME_TIME));

	begin_note(e, &place, ns);
	note_others(e, 0);
	begin_event(e, FXT_EVENT_DURATION_COMPLETE, ns, &place);
	archive_out_string(e->out, literal("@flags"),
			   literal(FXW_FLAG_NO_BEGIN));
	chrome_note_put(e, CHROME_OF_CALL, false);
	archive_out_commit(e->out, ns);
	put_flow(e, ns, &place);
}

/* Whether an end says anything but that its event has ended. Its name may be
 * missing, or that of the event. */
static bool is_telling(const struct chrome_event *e, const struct place *place,
		       uint64_t ns)
{
	uint64_t exact_ns;

	return e->args.n || e->others.n || has(e, CHROME_ARGS) ||
	       has(e, CHROME_DURATION) || has(e, CHROME_ID) ||
	       has(e, CHROME_SCOPE) || has(e, CHROME_BINDING) ||
	       !chrome_exact_ns(value_of(e, CHROME_TIME), &exact_ns) ||
	       exact_ns != ns ||
	       (has(e, CHROME_NAME) && !is_text(e, CHROME_NAME, place->name)) ||
	       (has(e, CHROME_CATEGORY) &&
		!is_text(e, CHROME_CATEGORY, place->category));
}

static void put_end(struct chrome_event *e)
{
	struct place place = place_of(e);
	enum event_end end = event_names_pop(e->names, place.pid, place.tid,
					     &place.category, &place.name);
	uint64_t ns;
	bool is_noted;

	if (end == EVENT_NOT_BEGUN) {
		put_stray_end(e);
		return;
	}
	if (end == EVENT_COUNTED) {
		put_instant(e);
		return;
	}
	ns = half_ns(e, &place);
	is_noted = is_telling(e, &place, ns);
	chrome_note_begin(e);
	if (is_noted) {
		begin_note(e, &place, ns);
		note_others(e, 0);
	}
	begin_event(e, FXT_EVENT_DURATION_END, ns, &place);
	chrome_note_put(e, CHROME_OF_END, is_noted);
	archive_out_commit(e->out, 0);
	put_flow(e, ns, &place);
}

/* The id of an event that has one. Those of another scope, or of one process,
 * are others. */
static uint64_t id_of(struct chrome_event *e)
{
	const struct chrome_scalar *id = value_of(e, CHROME_ID);
	const struct chrome_scalar *id2 = other(e, "id2");
	const struct chrome_scalar *scope = other(e, "scope");
	uint64_t mixed = 0;

	if (id->kind == CHROME_NOTHING && id2->kind != CHROME_NOTHING) {
		id = id2;
		if (memmem(id2->text.bytes, id2->text.n_bytes, "local", 5))
			mixed = chrome_id(value_of(e, CHROME_PID)) << 32;
	}
	if (scope->kind != CHROME_NOTHING)
		mixed ^= chrome_hash(scope->text);
	return chrome_long_id(id) ^ mixed;
}

/* Whether the id that is written for the number is the event's. */
static bool is_plain_id(const struct chrome_event *e, uint64_t number,
			bool is_counter)
{
	char text[24];
	int n;

	if (is_counter && !number)
		return !has(e, CHROME_ID);
	n = snprintf(text, sizeof(text), "0x%" PRIx64, number);
	return is_text(e, CHROME_ID, fxr_text(text, (size_t)n));
}

/* phase: of those that have the type as such; others are in the note. */
static void put_with_id(struct chrome_event *e, unsigned type, char phase)
{
	struct place place = place_of(e);
	uint64_t ns = chrome_ns(value_of(e, CHROME_TIME)), id = id_of(e);
	unsigned has_place = HAS_ID;

	begin_note(e, &place, ns);
	if (!is_text(e, CHROME_PHASE, fxr_text(&phase, 1)))
		chrome_note_key(e, CHROME_PHASE);
	if (!is_plain_id(e, id, phase == 'C'))
		chrome_note_key(e, CHROME_ID);
	if (phase == 'f') {
		has_place |= HAS_BINDING;
		if (!is_text(e, CHROME_BINDING, literal("e")))
			chrome_note_key(e, CHROME_BINDING);
	}
	note_others(e, has_place);
	begin_event(e, type, ns, &place);
	chrome_note_put(e, CHROME_OF_EVENT, false);
	archive_out_commit(e->out, id);
	put_flow(e, ns, &place);
}

static void put_phase(struct chrome_event *e, char phase)
{
	static const struct {
		char phase, plain;
		unsigned type;
	} with_id[] = {
		{'C', 'C', FXT_EVENT_COUNTER},
		{'b', 'b', FXT_EVENT_ASYNC_BEGIN},
		{'n', 'n', FXT_EVENT_ASYNC_INSTANT},
		{'e', 'e', FXT_EVENT_ASYNC_END},
		{'S', 'b', FXT_EVENT_ASYNC_BEGIN},
		{'T', 'n', FXT_EVENT_ASYNC_INSTANT},
		{'p', 'n', FXT_EVENT_ASYNC_INSTANT},
		{'F', 'e', FXT_EVENT_ASYNC_END},
		{'s', 's', FXT_EVENT_FLOW_BEGIN},
		{'t', 't', FXT_EVENT_FLOW_STEP},
		{'f', 'f', FXT_EVENT_FLOW_END},
	};

	for (size_t i = 0; i < sizeof(with_id) / sizeof(with_id[0]); i++)
		if (with_id[i].phase == phase) {
			put_with_id(e, with_id[i].type, with_id[i].plain);
			return;
		}
	if (phase == 'X')
		put_complete(e);
	else if (phase == 'B')
		put_begin(e);
	else if (phase == 'E')
		put_end(e);
	else if (phase == 'M')
		chrome_meta_event(e);
	else
		put_instant(e);
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
	free(event->args.args);
	free(event->others.args);
	pen_fini(&event->note);
	archive_out_close(event->out);
}

void chrome_event_begin(struct chrome_event *event)
{
	fxr_arena_reset(&event->arena);
	memset(event->values, 0, sizeof(event->values));
	event->args.n = 0;
	event->others.n = 0;
}

void chrome_event_add(struct chrome_args *args, struct fxr_text name,
		      const struct chrome_scalar *value)
{
	args->args = fxr_grow(args->args, &args->capacity, args->n + 1,
			      sizeof(*args->args));
	args->args[args->n++] = (struct chrome_arg){name, *value};
}

void chrome_event_pass(struct chrome_event *event)
{
	event->n_events++;
	event->n_left_out++;
}

void chrome_event_put(struct chrome_event *event)
{
	const struct chrome_scalar *phase = value_of(event, CHROME_PHASE);

	event->n_events++;
	if (phase->kind != CHROME_TEXT || phase->text.n_bytes != 1 ||
	    *phase->text.bytes <= ' ' || *phase->text.bytes > '~') {
		event->n_left_out++;
		return;
	}
	chrome_meta_ids(event);
	put_phase(event, *phase->text.bytes);
}
