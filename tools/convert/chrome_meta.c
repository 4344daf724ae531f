/* SPDX-License-Identifier: MIT */
/*
 * See chrome_meta.h. What has no time becomes a blob, which chrome.c writes as
 * it was. Names of processes and threads are names in the archive, too.
 */
#include "tools/convert/chrome_meta.h"

#include <inttypes.h>

#include "tools/base/json.h"
#include "tools/convert/chrome_note.h"
#include "tools/convert/chrome_value.h"

#define BLOB_BYTES 80

/* tid: NULL for the process itself */
static void name_blob(char *blob, uint64_t pid, const uint64_t *tid)
{
	int n = snprintf(blob, BLOB_BYTES, CHROME_BLOB_NAME "%" PRIu64, pid);

	if (tid)
		snprintf(blob + n, (size_t)(BLOB_BYTES - n), "/%" PRIu64, *tid);
}

static void put_name(struct chrome_event *e, uint64_t pid, const uint64_t *tid,
		     struct fxr_text name, struct fxr_text json)
{
	char blob[BLOB_BYTES];

	if (tid)
		archive_out_thread(e->out, pid, *tid, name);
	else
		archive_out_process(e->out, pid, name);
	name_blob(blob, pid, tid);
	archive_out_named(e->out, blob, CHROME_BLOB_MORE, json);
}

void chrome_meta_event(struct chrome_event *e)
{
	uint64_t pid = chrome_id(&e->values[CHROME_PID]);
	uint64_t tid = chrome_id(&e->values[CHROME_TID]);
	struct fxr_text kind = e->values[CHROME_NAME].text;
	struct fxr_text json = chrome_note_event(e);
	const struct chrome_arg *arg = e->args.args;
	bool is_name = e->args.n && fxr_is(arg->name, "name") &&
		       arg->value.kind == CHROME_TEXT;

	if (is_name && fxr_is(kind, "process_name"))
		put_name(e, pid, NULL, arg->value.text, json);
	else if (is_name && fxr_is(kind, "thread_name"))
		put_name(e, pid, &tid, arg->value.text, json);
	else
		archive_out_named(e->out, CHROME_BLOB_EVENT, CHROME_BLOB_MORE,
				  json);
}

static bool is_text(const struct chrome_scalar *value)
{
	return value->kind == CHROME_TEXT && !chrome_is_number(value->text);
}

void chrome_meta_ids(struct chrome_event *e)
{
	const struct chrome_scalar *pid = &e->values[CHROME_PID];
	const struct chrome_scalar *tid = &e->values[CHROME_TID];
	uint64_t process = chrome_id(pid), thread = chrome_id(tid);

	if (is_text(pid) &&
	    fxr_map_find(&e->named, process, 0, 1) == FXR_NONE) {
		fxr_map_put(&e->named, process, 0, 1, 0);
		put_name(e, process, NULL, pid->text, fxr_text("", 0));
	}
	if (is_text(tid) &&
	    fxr_map_find(&e->named, process, thread, 2) == FXR_NONE) {
		fxr_map_put(&e->named, process, thread, 2, 0);
		put_name(e, process, &thread, tid->text, fxr_text("", 0));
	}
}

static struct fxr_text text_of(struct json_object *item, const char *key)
{
	return json_in_plain(json_object_object_get(item, key));
}

static uint64_t number_of(struct json_object *item, const char *key)
{
	struct chrome_scalar value = {.kind = CHROME_NUMBER,
				      .text = text_of(item, key)};

	return json_object_object_get(item, key) ? chrome_id(&value) : 0;
}

/* {"ph": "p", "pid": 1, "name": "sh"}, or "t" with a tid: Fuchsia's trace2json
 * has names there. */
static void take_system_event(struct chrome_event *e, struct json_object *item)
{
	struct fxr_text phase = text_of(item, "ph"), name;
	uint64_t pid = number_of(item, "pid"), tid = number_of(item, "tid");

	if (!json_object_is_type(json_object_object_get(item, "name"),
				 json_type_string))
		return;
	name = text_of(item, "name");
	if (fxr_is(phase, "p"))
		put_name(e, pid, NULL, name, fxr_text("", 0));
	else if (fxr_is(phase, "t"))
		put_name(e, pid, &tid, name, fxr_text("", 0));
}

/* {"type": "fuchsia", "events": [...]} */
static void take_system_events(struct chrome_event *e, struct json_object *json)
{
	struct json_object *events = json_object_object_get(json, "events");

	if (json_object_is_type(events, json_type_array))
		for (size_t i = 0; i < json_object_array_length(events); i++)
			take_system_event(e,
					  json_object_array_get_idx(events, i));
}

void chrome_meta_member(struct chrome_event *e, struct fxr_text name,
			struct json_object *json)
{
	struct fxr_text value = json_in_text(json);
	struct pen text = {0};

	if (fxr_is(name, "systemTraceEvents"))
		take_system_events(e, json);
	json_string(&text, name);
	pen_byte(&text, ':');
	pen_bytes(&text, value.bytes, value.n_bytes);
	archive_out_named(e->out, CHROME_BLOB_MEMBER, CHROME_BLOB_MORE,
			  pen_take(&text));
	pen_fini(&text);
}
