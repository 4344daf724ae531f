/* SPDX-License-Identifier: MIT */
/*
 * Trace event JSON into archives, event by event, see chrome.h. The document
 * "Trace Event Format" of Chrome's developers tells phases and keys.
 *
 * An argument that is an object or array becomes its JSON as text, but for the
 * form that memory has in our own (base64 and bytes). Ids that are no numbers
 * become numbers by their hash.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>

#include "tools/convert/archive_out.h"
#include "tools/convert/base64.h"
#include "tools/convert/chrome.h"
#include "tools/convert/event_names.h"

/* The parser looks again at all that it has of a text that is not over, so few
 * and large pieces. */
#define READ_BYTES (1u << 20)
/* Of one event; a value that is longer is no trace event's. */
#define MAX_EVENT_BYTES (64u << 20)
#define MAX_DEPTH 64u
#define MAX_ARGS 64u

enum key {
	KEY_OTHER,
	KEY_PHASE,
	KEY_CATEGORY,
	KEY_NAME,
	KEY_PID,
	KEY_TID,
	KEY_TIME,
	KEY_DURATION,
	KEY_ID,
	KEY_SCOPE,
	KEY_ARGS,
	N_KEYS,
};

enum kind { NOTHING, NUMBER, TEXT, BOOL, JSON };

struct scalar {
	enum kind kind;
	bool boolean;
	struct fxr_text text; /* of a number, too */
};

struct argument {
	struct fxr_text name;
	struct scalar value;
};

struct chrome_in {
	struct convert_input *input;
	struct archive_out *out;
	struct event_names *names;
	struct fxr_map named; /* pids and tids that were names */
	unsigned depth;	      /* containers that are open */
	unsigned list_depth;  /* of the list of events; 0: not there yet */
	bool is_list_next;    /* what comes is the value of traceEvents */
	unsigned skip_depth;  /* a container that is of no interest; 0: none */
	unsigned json_depth;  /* an argument's container; 0: none */
	yajl_gen json;
	struct fxr_arena arena; /* of the event */
	size_t n_event_bytes;
	enum key key;
	struct scalar values[N_KEYS];
	struct argument args[MAX_ARGS];
	size_t n_args;
	uint64_t n_events, n_left_out, n_late_args;
	bool is_hopeless; /* error is set */
};

static int give_up(struct chrome_in *c, const char *why)
{
	snprintf(c->input->error, sizeof(c->input->error), "%s", why);
	c->is_hopeless = true;
	return 0;
}

static struct fxr_text keep(struct chrome_in *c, const void *bytes, size_t n)
{
	c->n_event_bytes += n;
	return fxr_text(fxr_arena_copy(&c->arena, bytes, n), n);
}

static unsigned event_depth(const struct chrome_in *c)
{
	return c->list_depth + 1;
}

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

/* The same in every run: ids of one file may be looked for in another. */
static uint64_t stable_hash(struct fxr_text text)
{
	uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */

	for (size_t i = 0; i < text.n_bytes; i++)
		hash = (hash ^ (unsigned char)text.bytes[i]) * 0x100000001b3;
	return hash;
}

/* A pid, tid or id. */
static uint64_t id_of(const struct scalar *value)
{
	uint64_t number = 0;

	if (value->kind == NOTHING || is_number(value->text, &number))
		return number;
	return stable_hash(value->text) >> 33;
}

/* Microseconds as nanoseconds; what lies before 0 is 0. */
static uint64_t ns_of(const struct scalar *value)
{
	long double ns =
		value->kind == NUMBER || value->kind == TEXT
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

static void put_number(struct chrome_in *c, struct fxr_text name,
		       struct fxr_text text)
{
	char *end;
	int64_t i64;
	uint64_t u64;

	errno = 0;
	i64 = strtoll(text.bytes, &end, 10);
	if (!errno && !*end)
		archive_out_int(c->out, name, i64);
	else if (is_number(text, &u64))
		archive_out_uint(c->out, name, u64);
	else
		archive_out_double(c->out, name, strtod(text.bytes, NULL));
}

static void put_arg(struct chrome_in *c, const struct argument *arg)
{
	const struct scalar *value = &arg->value;
	struct fxr_text bytes;

	switch (value->kind) {
	case NOTHING:
		archive_out_null(c->out, arg->name);
		break;
	case BOOL:
		archive_out_bool(c->out, arg->name, value->boolean);
		break;
	case NUMBER:
		put_number(c, arg->name, value->text);
		break;
	case JSON:
		if (is_memory(value->text, &bytes) &&
		    base64_decode(&c->arena, bytes, &bytes)) {
			archive_out_blob(c->out, arg->name, bytes);
			break;
		}
		/* fallthrough */
	case TEXT:
		archive_out_string(c->out, arg->name, value->text);
		break;
	}
}

static struct fxr_text text_of(const struct scalar *value, const char *fallback)
{
	return value->text.n_bytes ? value->text
				   : fxr_text(fallback, strlen(fallback));
}

/* Begins an event of the archive and gives it its arguments from `from` on;
 * returns how many it took. */
static size_t begin_event(struct chrome_in *c, unsigned type, uint64_t ns,
			  struct fxr_text name, size_t from)
{
	archive_out_event(c->out, type, ns, id_of(&c->values[KEY_PID]),
			  id_of(&c->values[KEY_TID]),
			  text_of(&c->values[KEY_CATEGORY], "event"), name);
	while (from < c->n_args && archive_out_has_room(c->out))
		put_arg(c, &c->args[from++]);
	return from;
}

static void put_event(struct chrome_in *c, unsigned type, uint64_t word)
{
	size_t n = begin_event(c, type, ns_of(&c->values[KEY_TIME]),
			       text_of(&c->values[KEY_NAME], ""), 0);

	archive_out_commit(c->out, word);
	c->n_late_args += c->n_args - n;
}

/* A complete event, or two where it has more arguments than fit in one. */
static void put_complete(struct chrome_in *c)
{
	uint64_t ns = ns_of(&c->values[KEY_TIME]);
	uint64_t end_ns = ns + ns_of(&c->values[KEY_DURATION]);
	struct fxr_text name = text_of(&c->values[KEY_NAME], "");
	size_t n;

	if (c->n_args <= FXT_MAX_ARGS) {
		put_event(c, FXT_EVENT_DURATION_COMPLETE, end_ns);
		return;
	}
	n = begin_event(c, FXT_EVENT_DURATION_BEGIN, ns, name, 0);
	archive_out_commit(c->out, 0);
	n = begin_event(c, FXT_EVENT_DURATION_END, end_ns, name, n);
	archive_out_commit(c->out, 0);
	c->n_late_args += c->n_args - n;
}

/* An end may leave its name out: it is that of the innermost beginning. */
static void put_half(struct chrome_in *c, bool is_begin)
{
	uint64_t pid = id_of(&c->values[KEY_PID]);
	uint64_t tid = id_of(&c->values[KEY_TID]);
	struct scalar *name = &c->values[KEY_NAME];
	struct scalar *category = &c->values[KEY_CATEGORY];

	if (is_begin)
		event_names_push(c->names, pid, tid, category->text,
				 name->text);
	else
		event_names_pop(c->names, pid, tid, &category->text,
				&name->text);
	put_event(c,
		  is_begin ? FXT_EVENT_DURATION_BEGIN : FXT_EVENT_DURATION_END,
		  0);
}

static unsigned scope_of(const struct scalar *scope)
{
	if (fxr_is(scope->text, "g"))
		return FXT_SCOPE_GLOBAL;
	return fxr_is(scope->text, "p") ? FXT_SCOPE_PROCESS : FXT_SCOPE_THREAD;
}

/* process_name and thread_name; further ones say how a viewer sorts. */
static bool put_metadata(struct chrome_in *c)
{
	uint64_t pid = id_of(&c->values[KEY_PID]);
	uint64_t tid = id_of(&c->values[KEY_TID]);
	struct fxr_text name = c->values[KEY_NAME].text;

	if (!c->n_args || !fxr_is(c->args[0].name, "name"))
		return false;
	if (fxr_is(name, "process_name"))
		archive_out_process(c->out, pid, c->args[0].value.text);
	else if (fxr_is(name, "thread_name"))
		archive_out_thread(c->out, pid, tid, c->args[0].value.text);
	else
		return false;
	return true;
}

/* False: there is nothing like it in an archive. */
static bool put_phase(struct chrome_in *c, char phase)
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
			put_event(c, with_id[i].type,
				  id_of(&c->values[KEY_ID]));
			return true;
		}
	if (phase == 'X')
		put_complete(c);
	else if (phase == 'B' || phase == 'E')
		put_half(c, phase == 'B');
	else if (phase == 'i' || phase == 'I')
		put_event(c, FXT_EVENT_INSTANT,
			  scope_of(&c->values[KEY_SCOPE]));
	else
		return phase == 'M' && put_metadata(c);
	return true;
}

static void begin_object(struct chrome_in *c)
{
	fxr_arena_reset(&c->arena);
	memset(c->values, 0, sizeof(c->values));
	c->n_args = 0;
	c->n_event_bytes = 0;
}

/* A pid or tid that is no number is a name: it becomes the number's. */
static void name_ids(struct chrome_in *c)
{
	const struct scalar *pid = &c->values[KEY_PID];
	const struct scalar *tid = &c->values[KEY_TID];
	uint64_t number, process = id_of(pid), thread = id_of(tid);

	if (pid->kind == TEXT && !is_number(pid->text, &number) &&
	    fxr_map_find(&c->named, process, 0, 1) == FXR_NONE) {
		fxr_map_put(&c->named, process, 0, 1, 0);
		archive_out_process(c->out, process, pid->text);
	}
	if (tid->kind == TEXT && !is_number(tid->text, &number) &&
	    fxr_map_find(&c->named, process, thread, 2) == FXR_NONE) {
		fxr_map_put(&c->named, process, thread, 2, 0);
		archive_out_thread(c->out, process, thread, tid->text);
	}
}

static void end_object(struct chrome_in *c)
{
	struct fxr_text phase = c->values[KEY_PHASE].text;

	c->n_events++;
	name_ids(c);
	if (phase.n_bytes != 1 || !put_phase(c, phase.bytes[0]))
		c->n_left_out++;
}

static void take(struct chrome_in *c, const struct scalar *value)
{
	if (c->depth == event_depth(c)) {
		c->values[c->key] = *value;
		return;
	}
	/* its name was put there by the key */
	c->args[c->n_args++].value = *value;
}

/* Whether a value stands in an event or among its arguments. */
static bool is_taken(const struct chrome_in *c)
{
	if (!c->list_depth || c->skip_depth)
		return false;
	return c->depth == event_depth(c) ||
	       (c->depth == event_depth(c) + 1 && c->n_args < MAX_ARGS);
}

static int on_null(void *context)
{
	struct chrome_in *c = context;

	if (c->json_depth)
		yajl_gen_null(c->json);
	else if (is_taken(c))
		take(c, &(struct scalar){.kind = NOTHING});
	return 1;
}

static int on_boolean(void *context, int value)
{
	struct chrome_in *c = context;

	if (c->json_depth)
		yajl_gen_bool(c->json, value);
	else if (is_taken(c))
		take(c, &(struct scalar){.kind = BOOL, .boolean = value});
	return 1;
}

static int on_number(void *context, const char *text, size_t n)
{
	struct chrome_in *c = context;

	if (c->json_depth)
		yajl_gen_number(c->json, text, n);
	else if (is_taken(c))
		take(c, &(struct scalar){.kind = NUMBER,
					 .text = keep(c, text, n)});
	return 1;
}

static int on_string(void *context, const unsigned char *text, size_t n)
{
	struct chrome_in *c = context;

	if (c->json_depth)
		yajl_gen_string(c->json, text, n);
	else if (is_taken(c))
		take(c,
		     &(struct scalar){.kind = TEXT, .text = keep(c, text, n)});
	return 1;
}

static enum key key_of(struct fxr_text text)
{
	static const char *const keys[N_KEYS] = {
		[KEY_PHASE] = "ph",	[KEY_CATEGORY] = "cat",
		[KEY_NAME] = "name",	[KEY_PID] = "pid",
		[KEY_TID] = "tid",	[KEY_TIME] = "ts",
		[KEY_DURATION] = "dur", [KEY_ID] = "id",
		[KEY_SCOPE] = "s",	[KEY_ARGS] = "args",
	};
	enum key key = KEY_PHASE;

	while (key < N_KEYS && !fxr_is(text, keys[key]))
		key++;
	return key < N_KEYS ? key : KEY_OTHER;
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
	else if (c->n_args < MAX_ARGS)
		c->args[c->n_args].name = keep(c, bytes, n);
	else
		c->n_late_args++;
	return 1;
}

/* A container begins. Returns whether it is an argument's, to be kept. */
static bool enter(struct chrome_in *c, bool is_list)
{
	c->depth++;
	if (c->json_depth)
		return true;
	if (!c->list_depth) {
		if (is_list && (c->depth == 1 || c->is_list_next))
			c->list_depth = c->depth;
		return false;
	}
	if (c->skip_depth || c->depth < event_depth(c))
		return false;
	if (c->depth == event_depth(c)) {
		if (is_list)
			c->skip_depth = c->depth;
		else
			begin_object(c);
		return false;
	}
	if (c->depth == event_depth(c) + 1) {
		if (is_list || c->key != KEY_ARGS)
			c->skip_depth = c->depth;
		return false;
	}
	if (c->n_args >= MAX_ARGS) {
		c->skip_depth = c->depth;
		return false;
	}
	c->json_depth = c->depth;
	yajl_gen_reset(c->json, "");
	yajl_gen_clear(c->json);
	return true;
}

/* What was kept of an argument's container. */
static void end_json(struct chrome_in *c)
{
	const unsigned char *text;
	size_t n;

	c->json_depth = 0;
	c->depth--;
	yajl_gen_get_buf(c->json, &text, &n);
	take(c, &(struct scalar){.kind = JSON, .text = keep(c, text, n)});
	yajl_gen_clear(c->json);
	c->depth++;
}

static void leave(struct chrome_in *c, bool is_list)
{
	if (c->json_depth == c->depth)
		end_json(c);
	else if (c->skip_depth == c->depth)
		c->skip_depth = 0;
	else if (c->list_depth && !c->skip_depth && !c->json_depth &&
		 c->depth == event_depth(c) && !is_list)
		end_object(c);
	else if (is_list && c->depth == c->list_depth)
		c->list_depth = 0;
	c->depth--;
}

static int on_begin(struct chrome_in *c, bool is_list)
{
	if (c->depth == MAX_DEPTH)
		return give_up(c, "nests deeper than trace events do");
	if (enter(c, is_list))
		(void)(is_list ? yajl_gen_array_open(c->json)
			       : yajl_gen_map_open(c->json));
	return 1;
}

static int on_end(struct chrome_in *c, bool is_list)
{
	if (c->json_depth)
		(void)(is_list ? yajl_gen_array_close(c->json)
			       : yajl_gen_map_close(c->json));
	leave(c, is_list);
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

/* One line of what the parser has to say, behind the offset. */
static bool fail(struct chrome_in *c, yajl_handle parser, uint64_t off)
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

/* The list may be cut off between two events, as browsers leave it. */
static bool is_left_open(const struct chrome_in *c)
{
	return c->list_depth && c->depth == c->list_depth && c->n_events;
}

/* bytes: READ_BYTES for its use */
static bool parse(struct chrome_in *c, yajl_handle parser, unsigned char *bytes)
{
	uint64_t off = 0, event_off = 0, n_events = 0;
	size_t n;

	while ((n = fread(bytes, 1, READ_BYTES, c->input->in))) {
		if (yajl_parse(parser, bytes, n) != yajl_status_ok)
			return fail(c, parser,
				    off + yajl_get_bytes_consumed(parser));
		off += n;
		if (c->n_events != n_events || c->depth <= c->list_depth) {
			n_events = c->n_events;
			event_off = off;
		}
		if (off - event_off > MAX_EVENT_BYTES) {
			(void)give_up(c, "an event of more than 64 MiB");
			return fail(c, parser, event_off);
		}
	}
	if (is_left_open(c))
		return true;
	if (yajl_complete_parse(parser) != yajl_status_ok)
		return fail(c, parser, off);
	return true;
}

static void tell(struct chrome_in *c)
{
	struct convert_input *input = c->input;
	uint64_t n_args = c->n_late_args + archive_out_n_dropped(c->out);
	int n = 0;

	if (c->n_left_out)
		n = snprintf(input->told, sizeof(input->told),
			     "left out %" PRIu64 " of %" PRIu64
			     " events, of kinds that an archive does not have",
			     c->n_left_out, c->n_events);
	if (n_args)
		snprintf(input->told + n, sizeof(input->told) - (size_t)n,
			 "%sleft out %" PRIu64
			 " arguments beyond 15 (calls: 30)",
			 n ? "; " : "", n_args);
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
	struct chrome_in c = {.input = input,
			      .out = archive_out_open(input->archive,
						      fxr_text("chrome", 6),
						      1000000000),
			      .names = event_names_open(),
			      .json = yajl_gen_alloc(NULL)};
	yajl_handle parser = yajl_alloc(&callbacks, NULL, &c);
	unsigned char *bytes = fxr_new(READ_BYTES, 1);
	bool is_done;

	yajl_config(parser, yajl_dont_validate_strings, 1);
	is_done = parse(&c, parser, bytes);
	tell(&c);
	free(bytes);
	yajl_free(parser);
	yajl_gen_free(c.json);
	event_names_close(c.names);
	fxr_arena_fini(&c.arena);
	fxr_map_fini(&c.named);
	archive_out_close(c.out);
	return is_done;
}
