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
#include "tools/convert/json_read.h"
#include "tools/convert/notes.h"
#include "tools/base/human.h"

struct chrome_in {
	struct json_reader json;
	struct chrome_event event;
	struct pen name, value; /* of a member of the file, or a container */
	bool has_list;		/* it was found */
	bool is_open;		/* and is not closed */
	uint64_t n_long;	/* members of the file which are too long */
};

static struct fxr_text keep(struct chrome_in *c, struct fxr_text text)
{
	return chrome_event_keep(&c->event, text.bytes, text.n_bytes);
}

/* A value of an event, which has just begun. False: it has no end. */
static bool read_value(struct chrome_in *c, struct chrome_scalar *value)
{
	*value = (struct chrome_scalar){.text = fxr_text("", 0)};
	switch (c->json.kind) {
	case JSON_NULL:
		return true;
	case JSON_BOOL:
		value->kind = CHROME_BOOL;
		value->boolean = *c->json.text.bytes == 't';
		return true;
	case JSON_NUMBER:
	case JSON_TEXT:
		value->kind =
			c->json.kind == JSON_TEXT ? CHROME_TEXT : CHROME_NUMBER;
		value->text = keep(c, c->json.text);
		return true;
	default:
		value->kind = CHROME_JSON;
		if (!json_copy(&c->json, &c->value))
			return false;
		value->text = keep(c, pen_take(&c->value));
		return true;
	}
}

static bool read_args(struct chrome_in *c)
{
	while (json_next(&c->json) == JSON_KEY) {
		struct fxr_text name = keep(c, c->json.text);
		struct chrome_scalar value;

		json_next(&c->json);
		if (!read_value(c, &value))
			return false;
		chrome_event_add(&c->event.args, name, &value);
	}
	return c->json.kind == JSON_CLOSE;
}

static enum chrome_key key_of(struct fxr_text text)
{
	enum chrome_key key = CHROME_PHASE;

	while (key < CHROME_N_KEYS && !fxr_is(text, chrome_keys[key]))
		key++;
	return key < CHROME_N_KEYS ? key : CHROME_OTHER;
}

static bool read_member(struct chrome_in *c)
{
	struct fxr_text name = keep(c, c->json.text);
	enum chrome_key key = key_of(name);
	struct chrome_scalar value;

	if (json_next(&c->json) == JSON_MAP && key == CHROME_ARGS)
		return read_args(c);
	if (!read_value(c, &value))
		return false;
	if (key == CHROME_OTHER)
		chrome_event_add(&c->event.others, name, &value);
	else
		c->event.values[key] = value;
	return true;
}

static bool read_event(struct chrome_in *c)
{
	chrome_event_begin(&c->event);
	while (json_next(&c->json) == JSON_KEY)
		if (!read_member(c))
			return false;
	if (c->json.kind == JSON_CLOSE)
		chrome_event_put(&c->event);
	return c->json.kind == JSON_CLOSE;
}

/* The list of events, which may end between two of them, as browsers leave it.
 */
static bool read_list(struct chrome_in *c)
{
	c->has_list = true;
	while (json_next(&c->json) > JSON_END && c->json.kind != JSON_CLOSE) {
		c->json.begin = c->json.off + c->json.start;
		if (c->json.kind == JSON_MAP) {
			if (!read_event(c))
				return false;
		} else {
			if (!json_copy(&c->json, NULL))
				return false;
			chrome_event_pass(&c->event);
		}
		c->json.begin = 0;
	}
	c->is_open = c->json.kind == JSON_END && c->event.n_events;
	return c->json.kind == JSON_CLOSE || c->is_open;
}

/* The members of the file but for its list of events. */
static bool read_other(struct chrome_in *c)
{
	(void)pen_take(&c->name);
	pen_bytes(&c->name, c->json.text.bytes, c->json.text.n_bytes);
	json_next(&c->json);
	if (fxr_is(fxr_text(c->name.bytes, c->name.n_bytes), "traceEvents"))
		return c->json.kind == JSON_LIST ? read_list(c)
						 : json_copy(&c->json, NULL);
	if (!json_copy(&c->json, &c->value))
		return false;
	if (c->value.n_bytes)
		chrome_meta_member(&c->event, pen_take(&c->name),
				   pen_take(&c->value));
	else
		c->n_long++;
	return true;
}

static bool read_others(struct chrome_in *c)
{
	while (!c->is_open && json_next(&c->json) == JSON_KEY)
		if (!read_other(c))
			return false;
	return c->is_open || c->json.kind == JSON_CLOSE;
}

static bool read_file(struct chrome_in *c)
{
	json_next(&c->json);
	if (!(c->json.kind == JSON_LIST	 ? read_list(c)
	      : c->json.kind == JSON_MAP ? read_others(c)
					 : json_copy(&c->json, NULL)))
		return false;
	return c->is_open || json_next(&c->json) == JSON_END;
}

static void note_losses(struct chrome_in *c, struct convert_input *input)
{
	/* a bare list may be unclosed */
	if (c->is_open && c->json.depth > 1)
		notes_add(input->notes,
			  "cut off at offset %" PRIu64
			  ", in the list of events",
			  json_offset(&c->json));
	if (c->event.n_left_out)
		notes_add(input->notes,
			  "left out %" PRIu64 " of %" PRIu64
			  " events, which have no phase",
			  c->event.n_left_out, c->event.n_events);
	if (c->n_long)
		notes_add(input->notes,
			  "left out %s of the file of more than 64 MiB",
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
			 json_offset(&c.json));
	is_done &= c.has_list;
	note_losses(&c, input);
	json_reader_fini(&c.json);
	pen_fini(&c.name);
	pen_fini(&c.value);
	chrome_event_close(&c.event);
	return is_done;
}
