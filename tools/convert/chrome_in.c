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

/* The parser scans an unfinished text again with each piece, so pieces are few
 * and large. */
#define READ_BYTES (1u << 20)
/* Limit of one event; a longer value does not belong to a trace event. */
#define MAX_EVENT_BYTES (64u << 20)
#define MAX_DEPTH 64u

struct chrome_in {
	struct convert_input *input;
	struct chrome_event event;
	enum chrome_key key; /* of the value that follows */
	unsigned depth;	     /* containers that are open */
	unsigned list_depth; /* of the list of events; 0: not reached */
	bool is_list_next;   /* the value of traceEvents follows */
	unsigned skip_depth; /* depth of a container to ignore; 0: none */
	unsigned json_depth; /* depth of an argument's container; 0: none */
	yajl_gen json;
	bool has_list; /* it was found */
	bool is_cut;   /* in the list, at end_off */
	uint64_t end_off;
	bool is_hopeless; /* failed: error is set */
};

static int give_up(struct chrome_in *c, const char *why)
{
	snprintf(c->input->error, sizeof(c->input->error), "%s", why);
	c->is_hopeless = true;
	return 0;
}

static unsigned event_depth(const struct chrome_in *c)
{
	return c->list_depth + 1;
}

static void take_value(struct chrome_in *c, const struct chrome_scalar *value)
{
	if (c->depth == event_depth(c)) {
		c->event.values[c->key] = *value;
		return;
	}
	/* the key has set its name */
	c->event.args[c->event.n_args++].value = *value;
}

/* Whether a value belongs to an event or its arguments. */
static bool is_taken(const struct chrome_in *c)
{
	if (!c->list_depth || c->skip_depth)
		return false;
	return c->depth == event_depth(c) ||
	       (c->depth == event_depth(c) + 1 &&
		c->event.n_args < CHROME_MAX_ARGS);
}

/* A value outside of an argument's container. */
static void on_value(struct chrome_in *c, const struct chrome_scalar *value)
{
	if (is_taken(c))
		take_value(c, value);
	else if (c->list_depth && c->depth == c->list_depth)
		chrome_event_pass(&c->event);
}

static int on_null(void *context)
{
	struct chrome_in *c = context;

	if (c->json_depth)
		yajl_gen_null(c->json);
	else
		on_value(c, &(struct chrome_scalar){.kind = CHROME_NOTHING});
	return 1;
}

static int on_boolean(void *context, int value)
{
	struct chrome_in *c = context;

	if (c->json_depth)
		yajl_gen_bool(c->json, value);
	else
		on_value(c, &(struct chrome_scalar){.kind = CHROME_BOOL,
						    .boolean = value});
	return 1;
}

static int on_word(struct chrome_in *c, enum chrome_kind kind, const void *text,
		   size_t n)
{
	struct chrome_scalar value = {.kind = kind};

	if (is_taken(c))
		value.text = chrome_event_keep(&c->event, text, n);
	on_value(c, &value);
	return 1;
}

static int on_number(void *context, const char *text, size_t n)
{
	struct chrome_in *c = context;

	if (!c->json_depth)
		return on_word(c, CHROME_NUMBER, text, n);
	yajl_gen_number(c->json, text, n);
	return 1;
}

static int on_string(void *context, const unsigned char *text, size_t n)
{
	struct chrome_in *c = context;

	if (!c->json_depth)
		return on_word(c, CHROME_TEXT, text, n);
	yajl_gen_string(c->json, text, n);
	return 1;
}

static enum chrome_key key_of(struct fxr_text text)
{
	static const char *const keys[CHROME_N_KEYS] = {
		[CHROME_PHASE] = "ph",	   [CHROME_CATEGORY] = "cat",
		[CHROME_NAME] = "name",	   [CHROME_PID] = "pid",
		[CHROME_TID] = "tid",	   [CHROME_TIME] = "ts",
		[CHROME_DURATION] = "dur", [CHROME_ID] = "id",
		[CHROME_SCOPE] = "s",	   [CHROME_ARGS] = "args",
	};
	enum chrome_key key = CHROME_PHASE;

	while (key < CHROME_N_KEYS && !fxr_is(text, keys[key]))
		key++;
	return key < CHROME_N_KEYS ? key : CHROME_OTHER;
}

static int on_key(void *context, const unsigned char *bytes, size_t n)
{
	struct chrome_in *c = context;
	struct fxr_text text = fxr_text((const char *)bytes, n);

	if (c->json_depth)
		yajl_gen_string(c->json, bytes, n);
	else if (!c->list_depth)
		c->is_list_next = c->depth == 1 && fxr_is(text, "traceEvents");
	else if (c->skip_depth)
		return 1;
	else if (c->depth == event_depth(c))
		c->key = key_of(text);
	else if (c->event.n_args < CHROME_MAX_ARGS)
		c->event.args[c->event.n_args].name =
			chrome_event_keep(&c->event, bytes, n);
	else
		c->event.n_late_args++;
	return 1;
}

/* A container begins. Returns whether it is an argument's, to be copied. */
static bool enter_container(struct chrome_in *c, bool is_list)
{
	c->depth++;
	if (c->json_depth)
		return true;
	if (!c->list_depth) {
		if (is_list && (c->depth == 1 || c->is_list_next)) {
			c->list_depth = c->depth;
			c->has_list = true;
		}
		return false;
	}
	if (c->skip_depth || c->depth < event_depth(c))
		return false;
	if (c->depth == event_depth(c)) {
		if (is_list) {
			c->skip_depth = c->depth;
			chrome_event_pass(&c->event);
		} else {
			chrome_event_begin(&c->event);
		}
		return false;
	}
	if (c->depth == event_depth(c) + 1) {
		if (is_list || c->key != CHROME_ARGS)
			c->skip_depth = c->depth;
		return false;
	}
	if (c->event.n_args >= CHROME_MAX_ARGS) {
		c->skip_depth = c->depth;
		return false;
	}
	c->json_depth = c->depth;
	yajl_gen_reset(c->json, "");
	yajl_gen_clear(c->json);
	return true;
}

/* Ends the copied JSON of an argument's container. */
static void end_json(struct chrome_in *c)
{
	const unsigned char *text;
	size_t n;

	c->json_depth = 0;
	c->depth--;
	yajl_gen_get_buf(c->json, &text, &n);
	take_value(c, &(struct chrome_scalar){
			      .kind = CHROME_JSON,
			      .text = chrome_event_keep(&c->event, text, n)});
	yajl_gen_clear(c->json);
	c->depth++;
}

static void leave_container(struct chrome_in *c, bool is_list)
{
	if (c->json_depth == c->depth)
		end_json(c);
	else if (c->skip_depth == c->depth)
		c->skip_depth = 0;
	else if (c->list_depth && !c->skip_depth && !c->json_depth &&
		 c->depth == event_depth(c) && !is_list)
		chrome_event_put(&c->event);
	else if (is_list && c->depth == c->list_depth)
		c->list_depth = 0;
	c->depth--;
}

static int on_begin(struct chrome_in *c, bool is_list)
{
	if (c->depth == MAX_DEPTH)
		return give_up(c, "nests deeper than trace events do");
	if (enter_container(c, is_list))
		(void)(is_list ? yajl_gen_array_open(c->json)
			       : yajl_gen_map_open(c->json));
	return 1;
}

static int on_end(struct chrome_in *c, bool is_list)
{
	if (c->json_depth)
		(void)(is_list ? yajl_gen_array_close(c->json)
			       : yajl_gen_map_close(c->json));
	leave_container(c, is_list);
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
		    c->depth <= c->list_depth) {
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
	uint64_t n_args =
		c->event.n_late_args + archive_out_n_dropped(c->event.out);

	if (c->is_cut)
		add_note(c->input,
			 "cut off at offset %" PRIu64 ", in the list of events",
			 c->end_off);
	if (c->event.n_left_out)
		add_note(c->input,
			 "left out %" PRIu64 " of %" PRIu64
			 " events, of kinds that an archive does not have",
			 c->event.n_left_out, c->event.n_events);
	if (n_args)
		add_note(c->input,
			 "left out %" PRIu64 " arguments beyond 15 (calls: 30)",
			 n_args);
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
	chrome_event_close(&c.event);
	return is_done;
}
