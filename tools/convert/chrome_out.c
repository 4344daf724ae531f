/* SPDX-License-Identifier: MIT */
/*
 * See chrome_out.h. A note may come from anybody's archive: what is no JSON is
 * ignored, or a text.
 */
#include "tools/convert/chrome_out.h"

#include "tools/base/json.h"
#include "tools/convert/chrome_note.h"

void chrome_out_json(struct chrome_out *o, struct json_object *json)
{
	struct fxr_text text = json_in_text(json);

	pen_bytes(&o->out, text.bytes, text.n_bytes);
}

/* Moves a member out of the note. False: it has none of that name. */
static bool take(struct chrome_out *o, const char *key,
		 struct json_object **value)
{
	struct lh_entry *entry;

	json_object_put(*value);
	*value = NULL;
	if (!json_object_object_get_ex(o->note, key, value))
		return false;
	/* json_object_get would keep it, but see json_c.h */
	entry = lh_table_lookup_entry(json_object_get_object(o->note), key);
	entry->v = NULL;
	json_object_object_del(o->note, key);
	return true;
}

void chrome_out_note(struct chrome_out *o, struct fxr_text note)
{
	json_object_put(o->note);
	o->note = NULL;
	if (note.n_bytes)
		(void)json_in_parse(note, &o->note);
	(void)take(o, CHROME_JSON_ARGS, &o->json);
	(void)take(o, CHROME_TEXT_ARGS, &o->text);
}

void chrome_out_fini(struct chrome_out *o)
{
	pen_fini(&o->out);
	chrome_out_note(o, fxr_text("", 0));
	(void)take(o, "args", &o->args);
}

bool chrome_out_is_hidden(const struct chrome_out *o)
{
	struct json_object *phase;

	return json_object_object_get_ex(o->note, "ph", &phase) && !phase;
}

static void put_member(struct chrome_out *o, const char *name,
		       struct json_object *json)
{
	pen_byte(&o->out, ',');
	json_string(&o->out, fxr_text(name, strlen(name)));
	pen_byte(&o->out, ':');
	chrome_out_json(o, json);
}

/* Whether the note decides about a member, which is written then. */
static bool put_noted(struct chrome_out *o, const char *key)
{
	struct json_object *value = NULL;
	bool is_noted = take(o, key, &value);

	if (value)
		put_member(o, key, value);
	json_object_put(value);
	return is_noted;
}

static void put_id(struct chrome_out *o, const char *key, uint64_t id)
{
	if (!put_noted(o, key)) {
		pen_format(&o->out, ",\"%s\":", key);
		pen_uint(&o->out, id);
	}
}

void chrome_out_begin(struct chrome_out *o, char phase, uint64_t pid,
		      uint64_t tid)
{
	struct json_object *noted = NULL;

	o->has_phase = take(o, "ph", &noted);
	pen_put(&o->out, o->comma);
	o->comma = ",\n";
	pen_put(&o->out, "{\"ph\":");
	if (o->has_phase)
		chrome_out_json(o, noted);
	else
		pen_bytes(&o->out, (char[]){'"', phase, '"'}, 3);
	json_object_put(noted);
	put_id(o, "pid", pid);
	put_id(o, "tid", tid);
}

static void put_text(struct chrome_out *o, const char *key,
		     struct fxr_text text)
{
	if (put_noted(o, key))
		return;
	pen_format(&o->out, ",\"%s\":", key);
	json_string(&o->out, text);
}

void chrome_out_names(struct chrome_out *o, struct fxr_text category,
		      struct fxr_text name)
{
	if (category.n_bytes)
		put_text(o, "cat", category);
	put_text(o, "name", name);
}

void chrome_out_word(struct chrome_out *o, const char *key, const char *word)
{
	if (!put_noted(o, key) && word)
		pen_format(&o->out, ",\"%s\":\"%s\"", key, word);
}

void chrome_out_us(struct chrome_out *o, const char *key, uint64_t ns)
{
	if (put_noted(o, key))
		return;
	pen_format(&o->out, ",\"%s\":", key);
	pen_uint(&o->out, ns / 1000);
	pen_byte(&o->out, '.');
	pen_digits(&o->out, ns % 1000, 3);
}

void chrome_out_args(struct chrome_out *o, bool has_any)
{
	bool is_noted = take(o, "args", &o->args);

	o->is_first = true;
	o->has_object = has_any || !is_noted ||
			json_object_is_type(o->args, json_type_object);
	if (o->has_object)
		pen_put(&o->out, ",\"args\":{");
	else if (o->args)
		put_member(o, "args", o->args);
}

void chrome_out_arg_name(struct chrome_out *o, struct fxr_text name)
{
	if (!o->is_first)
		pen_byte(&o->out, ',');
	o->is_first = false;
	json_string(&o->out, name);
	pen_byte(&o->out, ':');
}

static bool is_listed(struct json_object *list, struct fxr_text name)
{
	size_t n = json_object_is_type(list, json_type_array)
			   ? json_object_array_length(list)
			   : 0;

	while (n--)
		if (fxr_is_same(
			    json_in_plain(json_object_array_get_idx(list, n)),
			    name))
			return true;
	return false;
}

void chrome_out_text_arg(struct chrome_out *o, const char *name,
			 struct fxr_text text)
{
	chrome_out_arg_name(o, fxr_text(name, strlen(name)));
	json_string(&o->out, text);
}

void chrome_out_arg(struct chrome_out *o, struct fxr_text name,
		    const struct fxtrace_value *value)
{
	bool is_text =
		value->kind == FXTRACE_TEXT || value->kind == FXTRACE_BYTES;
	struct fxr_text text = fxr_text(value->bytes, value->n_bytes);
	struct json_object *json = NULL;

	chrome_out_arg_name(o, name);
	if (is_text && is_listed(o->json, name) && json_in_parse(text, &json)) {
		chrome_out_json(o, json);
		json_object_put(json);
	} else if (is_text && is_listed(o->text, name)) {
		json_string(&o->out, text);
	} else {
		text.bytes =
			fxtrace_value_json(o->archive, value, &text.n_bytes);
		pen_bytes(&o->out, text.bytes, text.n_bytes);
	}
}

static void put_members(struct chrome_out *o, struct json_object *json)
{
	if (!json_object_is_type(json, json_type_object))
		return;
	json_object_object_foreach(json, name, value)
	{
		chrome_out_arg_name(o, fxr_text(name, strlen(name)));
		chrome_out_json(o, value);
	}
}

/* With what only the note has. */
void chrome_out_end(struct chrome_out *o)
{
	if (o->has_object) {
		put_members(o, o->args);
		pen_byte(&o->out, '}');
	}
	o->is_first = false;
	put_members(o, o->note);
	pen_byte(&o->out, '}');
}
