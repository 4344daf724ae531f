/* SPDX-License-Identifier: MIT */
/*
 * Reads trace event JSON, see chrome.h and chrome_event.h. Decides which part
 * of the text is an event, one of its values or an argument.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>

#include "tools/convert/chrome.h"
#include "tools/convert/chrome_event.h"
#include "tools/convert/chrome_meta.h"
#include "tools/base/human.h"

/* The parser scans an unfinished text again with each piece, so pieces are few
 * and large. */
#define READ_BYTES (1u << 20)
/* Limit of one event, or another member of the file; a longer value does not
 * belong to a trace event. */
#define MAX_EVENT_BYTES (64u << 20)
#define MAX_DEPTH 64u

/* Where the value that follows belongs. */
enum place {
	OUTSIDE, /* nowhere */
	IN_FILE, /* a member of the file, but its list of events */
	IN_LIST, /* an item that is no event */
	IN_EVENT,
	IN_ARGS,
};

struct chrome_in {
	struct convert_input *input;
	struct chrome_event event;
	/* of the value that follows */
	enum chrome_key key;
	struct fxr_text name;
	struct pen file_name; /* the same of a member of the file */
	unsigned depth;	      /* containers that are open */
	unsigned list_depth;  /* of the list of events; 0: not reached */
	bool is_list_next;    /* the value of traceEvents follows */
	bool is_in_args;
	unsigned json_depth; /* depth of a container to copy; 0: none */
	yajl_gen json;
	bool has_list; /* it was found */
	bool is_cut;   /* in the list, at end_off */
	uint64_t end_off;
	bool is_hopeless; /* failed: error is set */
	/* members of the file: */
	bool is_long;	 /* the current one is, and is not kept */
	uint64_t n_long; /* which are too long */
};

static int give_up(struct chrome_in *c, const char *why)
{
	snprintf(c->input->error, sizeof(c->input->error), "%s", why);
	c->is_hopeless = true;
	return 0;
}

static enum place place_of(const struct chrome_in *c)
{
	if (!c->list_depth)
		return c->depth == 1 && c->file_name.n_bytes ? IN_FILE
							     : OUTSIDE;
	if (c->depth == c->list_depth)
		return IN_LIST;
	return c->is_in_args ? IN_ARGS : IN_EVENT;
}

/* A value that is complete. Text of it is kept if it belongs to an event. */
static void take_value(struct chrome_in *c, const struct chrome_scalar *value)
{
	struct chrome_event *e = &c->event;

	switch (place_of(c)) {
	case IN_LIST:
		chrome_event_pass(e);
		break;
	case IN_EVENT:
		if (c->key == CHROME_OTHER)
			chrome_event_add(&e->others, c->name, value);
		else
			e->values[c->key] = *value;
		break;
	case IN_ARGS:
		chrome_event_add(&e->args, c->name, value);
		break;
	case IN_FILE:
	case OUTSIDE:
		break;
	}
}

/* Ends a value in c->json that is a member of the file. */
static void end_member(struct chrome_in *c)
{
	const unsigned char *text;
	size_t n;

	yajl_gen_get_buf(c->json, &text, &n);
	if (c->is_long)
		c->n_long++;
	else
		chrome_meta_member(&c->event, pen_take(&c->file_name),
				   fxr_text((const char *)text, n));
	c->is_long = false;
	(void)pen_take(&c->file_name);
	yajl_gen_reset(c->json, "");
	yajl_gen_clear(c->json);
}

/* Whether a value goes into c->json. */
static bool is_copied(const struct chrome_in *c)
{
	return c->json_depth || place_of(c) == IN_FILE;
}

/* Such a value was one. */
static int end_copied(struct chrome_in *c)
{
	if (!c->json_depth)
		end_member(c);
	return 1;
}

static int on_null(void *context)
{
	struct chrome_in *c = context;

	if (is_copied(c)) {
		yajl_gen_null(c->json);
		return end_copied(c);
	}
	take_value(c, &(struct chrome_scalar){.kind = CHROME_NOTHING});
	return 1;
}

static int on_boolean(void *context, int value)
{
	struct chrome_in *c = context;

	if (is_copied(c)) {
		yajl_gen_bool(c->json, value);
		return end_copied(c);
	}
	take_value(c, &(struct chrome_scalar){.kind = CHROME_BOOL,
					      .text = fxr_text("", 0),
					      .boolean = value});
	return 1;
}

static int on_word(struct chrome_in *c, enum chrome_kind kind, const void *text,
		   size_t n)
{
	struct chrome_scalar value = {.kind = kind};

	if (place_of(c) >= IN_EVENT)
		value.text = chrome_event_keep(&c->event, text, n);
	take_value(c, &value);
	return 1;
}

static int on_number(void *context, const char *text, size_t n)
{
	struct chrome_in *c = context;

	if (!is_copied(c))
		return on_word(c, CHROME_NUMBER, text, n);
	yajl_gen_number(c->json, text, n);
	return end_copied(c);
}

static int on_string(void *context, const unsigned char *text, size_t n)
{
	struct chrome_in *c = context;

	if (!is_copied(c))
		return on_word(c, CHROME_TEXT, text, n);
	yajl_gen_string(c->json, text, n);
	return end_copied(c);
}

static enum chrome_key key_of(struct fxr_text text)
{
	enum chrome_key key = CHROME_PHASE;

	while (key < CHROME_N_KEYS && !fxr_is(text, chrome_keys[key]))
		key++;
	return key < CHROME_N_KEYS ? key : CHROME_OTHER;
}

static int on_key(void *context, const unsigned char *bytes, size_t n)
{
	struct chrome_in *c = context;
	struct fxr_text text = fxr_text((const char *)bytes, n);

	if (c->json_depth) {
		yajl_gen_string(c->json, bytes, n);
	} else if (!c->list_depth) {
		(void)pen_take(&c->file_name);
		c->is_list_next = c->depth == 1 && fxr_is(text, "traceEvents");
		if (c->depth == 1 && !c->is_list_next)
			pen_bytes(&c->file_name, bytes, n);
	} else {
		c->name = chrome_event_keep(&c->event, bytes, n);
		c->key = c->is_in_args ? CHROME_OTHER : key_of(text);
	}
	return 1;
}

/* Begins to copy a container. */
static void begin_json(struct chrome_in *c)
{
	c->json_depth = c->depth + 1;
	yajl_gen_reset(c->json, "");
	yajl_gen_clear(c->json);
}

/* A container begins: an item, its arguments, or what is copied. */
static void enter_container(struct chrome_in *c, bool is_list)
{
	enum place place = place_of(c);

	if (c->json_depth)
		return;
	if (!c->list_depth && is_list && (!c->depth || c->is_list_next)) {
		c->list_depth = c->depth + 1;
		c->has_list = true;
	} else if (place == IN_LIST && !is_list) {
		chrome_event_begin(&c->event);
	} else if (place == IN_EVENT && !is_list && c->key == CHROME_ARGS) {
		c->is_in_args = true;
	} else if (place != OUTSIDE) {
		begin_json(c);
	}
}

/* Ends the copied JSON of a container. */
static void end_json(struct chrome_in *c)
{
	struct chrome_scalar value = {.kind = CHROME_JSON};
	const unsigned char *text;
	size_t n;

	c->json_depth = 0;
	if (place_of(c) == IN_FILE) {
		end_member(c);
		return;
	}
	yajl_gen_get_buf(c->json, &text, &n);
	if (place_of(c) != IN_LIST)
		value.text = chrome_event_keep(&c->event, text, n);
	take_value(c, &value);
	yajl_gen_clear(c->json);
}

static void leave_container(struct chrome_in *c)
{
	unsigned depth = c->depth--;

	if (c->json_depth) {
		if (c->json_depth == depth)
			end_json(c);
	} else if (c->is_in_args) {
		c->is_in_args = false;
	} else if (c->list_depth && depth == c->list_depth + 1) {
		chrome_event_put(&c->event);
	} else if (depth == c->list_depth) {
		c->list_depth = 0;
	}
	c->is_list_next = false;
}

static int on_begin(struct chrome_in *c, bool is_list)
{
	if (c->depth == MAX_DEPTH)
		return give_up(c, "nests deeper than trace events do");
	enter_container(c, is_list);
	c->depth++;
	if (c->json_depth)
		(void)(is_list ? yajl_gen_array_open(c->json)
			       : yajl_gen_map_open(c->json));
	return 1;
}

static int on_end(struct chrome_in *c, bool is_list)
{
	if (c->json_depth)
		(void)(is_list ? yajl_gen_array_close(c->json)
			       : yajl_gen_map_close(c->json));
	leave_container(c);
	return 1;
}

static int on_map(void *context)
{
	return on_begin(context, false);
}

static int on_map_end(void *context)
{
	return on_end(context, false);
}

static int on_list(void *context)
{
	return on_begin(context, true);
}

static int on_list_end(void *context)
{
	return on_end(context, true);
}

/* One line of the parser's message, after the offset. */
static bool fail_parse(struct chrome_in *c, yajl_handle parser, uint64_t off)
{
	unsigned char *why;
	char had[CONVERT_ERROR_BYTES];

	if (c->is_hopeless) {
		memcpy(had, c->input->error, sizeof(had));
		snprintf(c->input->error, sizeof(c->input->error),
			 "offset %" PRIu64 ": %.400s", off, had);
		return false;
	}
	why = yajl_get_error(parser, 0, NULL, 0);
	snprintf(c->input->error, sizeof(c->input->error),
		 "offset %" PRIu64 ": JSON expected: %.*s", off,
		 (int)strcspn((char *)why, "\n"), (char *)why);
	yajl_free_error(parser, why);
	return false;
}

/* The list may end between two events, as browsers leave it. */
static bool is_left_open(const struct chrome_in *c)
{
	return c->list_depth && c->depth == c->list_depth && c->event.n_events;
}

/* Whether the parser is in a member of the file and gets on with it. One that
 * is too long is not kept. */
static bool is_in_member(struct chrome_in *c)
{
	const unsigned char *text;
	size_t n = 0;

	if (c->list_depth)
		return false;
	yajl_gen_get_buf(c->json, &text, &n);
	c->is_long |= n > MAX_EVENT_BYTES;
	if (c->is_long)
		yajl_gen_clear(c->json);
	return n;
}

/* bytes: a buffer of READ_BYTES */
static bool parse_file(struct chrome_in *c, yajl_handle parser,
		       unsigned char *bytes)
{
	uint64_t off = 0, event_off = 0, n_events = 0;
	size_t n;

	while ((n = fread(bytes, 1, READ_BYTES, c->input->in))) {
		if (c->input->progress)
			c->input->progress(c->input);
		if (yajl_parse(parser, bytes, n) != yajl_status_ok)
			return fail_parse(
				c, parser,
				off + yajl_get_bytes_consumed(parser));
		off += n;
		if (c->event.n_events != n_events ||
		    c->depth <= c->list_depth || is_in_member(c)) {
			n_events = c->event.n_events;
			event_off = off;
		}
		if (off - event_off > MAX_EVENT_BYTES) {
			(void)give_up(c, "an event of more than 64 MiB");
			return fail_parse(c, parser, event_off);
		}
	}
	if (is_left_open(c)) {
		/* a bare list may be unclosed */
		c->is_cut = c->list_depth > 1;
		c->end_off = off;
		return true;
	}
	if (yajl_complete_parse(parser) == yajl_status_ok && !c->has_list)
		(void)give_up(c, "expected a list of events, or an object "
				 "with one, traceEvents");
	if (c->is_hopeless || yajl_complete_parse(parser) != yajl_status_ok)
		return fail_parse(c, parser, off);
	return true;
}

/* Appends to the notes for the user. */
__attribute__((format(printf, 2, 3))) static void add_note(
	struct convert_input *input, const char *format, ...)
{
	size_t n = strlen(input->notes);
	va_list ap;

	if (n)
		n += (size_t)snprintf(input->notes + n,
				      sizeof(input->notes) - n, "; ");
	va_start(ap, format);
	vsnprintf(input->notes + n, sizeof(input->notes) - n, format, ap);
	va_end(ap);
}

static void note_losses(struct chrome_in *c)
{
	if (c->is_cut)
		add_note(c->input,
			 "cut off at offset %" PRIu64 ", in the list of events",
			 c->end_off);
	if (c->event.n_left_out)
		add_note(c->input,
			 "left out %" PRIu64 " of %" PRIu64
			 " events, which have no phase",
			 c->event.n_left_out, c->event.n_events);
	if (c->n_long)
		add_note(c->input,
			 "left out %" PRIu64
			 " members of the file of more than 64 MiB",
			 c->n_long);
	if (c->event.n_clamped)
		add_note(c->input,
			 "%s moved to the event before, which is later",
			 human_plain(c->event.n_clamped, "event").text);
	if (archive_out_n_dropped(c->event.out))
		add_note(c->input, "left out %s",
			 human_plain(archive_out_n_dropped(c->event.out),
				     "argument")
				 .text);
}

bool chrome_read(struct convert_input *input)
{
	static const yajl_callbacks callbacks = {
		.yajl_null = on_null,
		.yajl_boolean = on_boolean,
		.yajl_number = on_number,
		.yajl_string = on_string,
		.yajl_start_map = on_map,
		.yajl_map_key = on_key,
		.yajl_end_map = on_map_end,
		.yajl_start_array = on_list,
		.yajl_end_array = on_list_end,
	};
	struct chrome_in c = {.input = input, .json = yajl_gen_alloc(NULL)};
	yajl_handle parser = yajl_alloc(&callbacks, NULL, &c);
	unsigned char *bytes = fxr_new(READ_BYTES, 1);
	bool is_done;

	chrome_event_open(&c.event, input->archive);
	yajl_config(parser, yajl_dont_validate_strings, 1);
	is_done = parse_file(&c, parser, bytes);
	note_losses(&c);
	free(bytes);
	yajl_free(parser);
	yajl_gen_free(c.json);
	pen_fini(&c.file_name);
	chrome_event_close(&c.event);
	return is_done;
}
