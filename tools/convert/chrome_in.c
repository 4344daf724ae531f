/* SPDX-License-Identifier: MIT */
/*
 * Reads trace event JSON, see chrome.h and chrome_event.h: a list of events, or
 * an object with one. One event at a time is in memory.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/convert/chrome.h"
#include "tools/convert/chrome_event.h"
#include "tools/convert/chrome_meta.h"
#include "tools/convert/json_in.h"
#include "tools/convert/notes.h"
#include "tools/base/human.h"

struct chrome_in {
	struct json_in json;
	struct chrome_event event;
	bool has_list;	 /* it was found */
	bool is_open;	 /* and is not closed */
	bool is_bare;	 /* and is in no object */
	uint64_t n_long; /* members of the file which are too long */
};

static struct chrome_scalar scalar_of(struct json_object *json)
{
	static const enum chrome_kind kinds[] = {
		[json_type_null] = CHROME_NOTHING,
		[json_type_boolean] = CHROME_BOOL,
		[json_type_double] = CHROME_NUMBER,
		[json_type_int] = CHROME_NUMBER,
		[json_type_object] = CHROME_JSON,
		[json_type_array] = CHROME_JSON,
		[json_type_string] = CHROME_TEXT,
	};

	struct chrome_scalar scalar = {
		.kind = kinds[json_object_get_type(json)],
		.boolean = json_object_get_boolean(json),
		.text = fxr_text("", 0),
	};

	if (scalar.kind != CHROME_NOTHING && scalar.kind != CHROME_BOOL)
		scalar.text = json_in_plain(json);
	return scalar;
}

static void put_arg(struct chrome_args *args, const char *name,
		    struct json_object *json)
{
	struct chrome_scalar scalar = scalar_of(json);

	chrome_event_add(args, fxr_text(name, strlen(name)), &scalar);
}

static enum chrome_key key_of(const char *name)
{
	enum chrome_key key = CHROME_PHASE;

	while (key < CHROME_N_KEYS && strcmp(name, chrome_keys[key]) != 0)
		key++;
	return key < CHROME_N_KEYS ? key : CHROME_OTHER;
}

static void put_member(struct chrome_event *event, const char *name,
		       struct json_object *json)
{
	enum chrome_key key = key_of(name);

	if (key == CHROME_OTHER) {
		put_arg(&event->others, name, json);
	} else if (key == CHROME_ARGS &&
		   json_object_is_type(json, json_type_object)) {
		json_object_object_foreach(json, arg, value)
			put_arg(&event->args, arg, value);
	} else {
		event->values[key] = scalar_of(json);
	}
}

static void put_event(struct chrome_event *event, struct json_object *json)
{
	chrome_event_begin(event);
	json_object_object_foreach(json, name, value)
		put_member(event, name, value);
	chrome_event_put(event);
}

/* A value that cannot be left out. */
static bool read_value(struct chrome_in *c, struct json_object **value)
{
	enum json_result result = json_in_value(&c->json, value);

	if (result == JSON_LONG)
		snprintf(c->json.input->error, sizeof(c->json.input->error),
			 "offset %" PRIu64
			 ": an event of more than " JSON_LIMIT,
			 c->json.begin);
	return result == JSON_VALUE;
}

/* The list of events, which may end between two of them, as browsers leave it.
 */
static bool read_list(struct chrome_in *c)
{
	struct json_object *json;

	c->has_list = true;
	if (json_in_take(&c->json, ']'))
		return true;
	do {
		if (json_in_peek(&c->json) == EOF)
			break;
		if (!read_value(c, &json))
			return false;
		if (json_object_is_type(json, json_type_object))
			put_event(&c->event, json);
		else
			chrome_event_pass(&c->event);
		json_object_put(json);
	} while (json_in_take(&c->json, ','));
	if (json_in_take(&c->json, ']'))
		return true;
	c->is_open = json_in_peek(&c->json) == EOF && c->event.n_events;
	return c->is_open || json_in_fail(&c->json, "a comma or ]");
}

/* The value of a member of the file. */
static bool read_member(struct chrome_in *c, struct fxr_text name)
{
	bool is_list = fxr_is(name, "traceEvents");
	struct json_object *json;
	enum json_result result;

	if (is_list && json_in_take(&c->json, '['))
		return read_list(c);
	result = json_in_value(&c->json, &json);
	c->n_long += result == JSON_LONG;
	if (result == JSON_VALUE && !is_list)
		chrome_meta_member(&c->event, name, json);
	json_object_put(json);
	return result != JSON_BAD;
}

static bool read_members(struct chrome_in *c)
{
	struct json_object *name;
	bool is_done;

	if (json_in_take(&c->json, '}'))
		return true;
	do {
		if (json_in_peek(&c->json) != '"')
			return json_in_fail(&c->json, "a key");
		if (!read_value(c, &name))
			return false;
		is_done = json_in_take(&c->json, ':')
				  ? read_member(c, json_in_plain(name))
				  : json_in_fail(&c->json, "a colon");
		json_object_put(name);
	} while (is_done && !c->is_open && json_in_take(&c->json, ','));
	return is_done && (c->is_open || json_in_take(&c->json, '}') ||
			   json_in_fail(&c->json, "a comma or }"));
}

static bool read_file(struct chrome_in *c)
{
	c->is_bare = json_in_take(&c->json, '[');
	if (!c->is_bare && !json_in_take(&c->json, '{'))
		return json_in_fail(&c->json, "a list of events, or an object");
	if (!(c->is_bare ? read_list(c) : read_members(c)))
		return false;
	return json_in_peek(&c->json) == EOF ||
	       json_in_fail(&c->json, "the end");
}

static void note_losses(struct chrome_in *c, struct convert_input *input)
{
	/* a bare list may be unclosed */
	if (c->is_open && !c->is_bare)
		notes_add(input->notes,
			  "cut off at offset %" PRIu64
			  ", in the list of events",
			  json_in_offset(&c->json));
	if (c->event.n_left_out)
		notes_add(input->notes,
			  "left out %" PRIu64 " of %" PRIu64
			  " events, which have no phase",
			  c->event.n_left_out, c->event.n_events);
	if (c->n_long)
		notes_add(input->notes,
			  "left out %s of the file of more than " JSON_LIMIT,
			  human_plain(c->n_long, "member").text);
	if (c->event.n_clamped)
		notes_add(input->notes,
			  "%s moved to the event before, which is later",
			  human_plain(c->event.n_clamped, "event").text);
	if (archive_out_n_dropped(c->event.out))
		notes_add(input->notes, "left out %s",
			  human_plain(archive_out_n_dropped(c->event.out),
				      "argument")
				  .text);
}

bool chrome_read(struct convert_input *input)
{
	struct chrome_in c = {.json.input = input};
	bool is_done;

	chrome_event_open(&c.event, input->archive);
	is_done = read_file(&c);
	if (is_done && !c.has_list)
		snprintf(input->error, sizeof(input->error),
			 "offset %" PRIu64 ": expected a list of events, or an "
			 "object with one, traceEvents",
			 json_in_offset(&c.json));
	is_done &= c.has_list;
	note_losses(&c, input);
	json_in_fini(&c.json);
	chrome_event_close(&c.event);
	return is_done;
}
