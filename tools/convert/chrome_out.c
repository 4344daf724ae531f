/* SPDX-License-Identifier: MIT */
/*
 * See chrome_out.h. A note may come from anybody's archive: what is no JSON is
 * ignored, or a text.
 */
#include "tools/convert/chrome_out.h"

#include "tools/base/json.h"
#include "tools/convert/chrome_note.h"

void chrome_out_fini(struct chrome_out *o)
{
	pen_fini(&o->out);
	json_members_fini(&o->note);
	json_members_fini(&o->json);
	json_members_fini(&o->text);
}

static void split_list(const struct chrome_out *o, const char *key,
		       struct json_members *list)
{
	struct json_member *member = json_member(&o->note, key);

	list->n = 0;
	if (!member)
		return;
	member->is_taken = true;
	if (!json_split(list, member->json))
		return;
	for (size_t i = 0; i < list->n; i++)
		if (!json_unquote(list, list->members[i].json,
				  &list->members[i].name))
			list->members[i].name = fxr_text("", 0);
}

void chrome_out_note(struct chrome_out *o, struct fxr_text note)
{
	o->note.n = 0;
	if (note.n_bytes)
		(void)json_split(&o->note, note);
	split_list(o, CHROME_JSON_ARGS, &o->json);
	split_list(o, CHROME_TEXT_ARGS, &o->text);
}

bool chrome_out_is_hidden(const struct chrome_out *o)
{
	const struct json_member *phase = json_member(&o->note, "ph");

	return phase && fxr_is(phase->json, "null");
}

static void put_member(struct chrome_out *o, struct fxr_text name,
		       struct fxr_text json)
{
	pen_byte(&o->out, ',');
	json_string(&o->out, name);
	pen_byte(&o->out, ':');
	pen_bytes(&o->out, json.bytes, json.n_bytes);
}

/* Whether the note decides about a member, which is written then. */
static bool put_noted(struct chrome_out *o, const char *key)
{
	struct json_member *member = json_member(&o->note, key);

	if (!member)
		return false;
	member->is_taken = true;
	if (!fxr_is(member->json, "null"))
		put_member(o, member->name, member->json);
	return true;
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
	struct json_member *noted = json_member(&o->note, "ph");

	pen_put(&o->out, o->comma);
	o->comma = ",\n";
	pen_put(&o->out, "{\"ph\":");
	if (noted) {
		noted->is_taken = true;
		pen_bytes(&o->out, noted->json.bytes, noted->json.n_bytes);
	} else {
		pen_byte(&o->out, '"');
		pen_byte(&o->out, phase);
		pen_byte(&o->out, '"');
	}
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
	struct json_member *args = json_member(&o->note, "args");

	o->is_first = true;
	o->has_object = has_any || !args || *args->json.bytes == '{';
	if (o->has_object)
		pen_put(&o->out, ",\"args\":{");
	else
		put_noted(o, "args");
}

void chrome_out_arg_name(struct chrome_out *o, struct fxr_text name)
{
	if (!o->is_first)
		pen_byte(&o->out, ',');
	o->is_first = false;
	json_string(&o->out, name);
	pen_byte(&o->out, ':');
}

static bool is_listed(const struct json_members *list, struct fxr_text name)
{
	for (size_t i = 0; i < list->n; i++)
		if (fxr_is_same(list->members[i].name, name))
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

	chrome_out_arg_name(o, name);
	if (is_text && is_listed(&o->json, name) && json_is_value(text)) {
		pen_bytes(&o->out, text.bytes, text.n_bytes);
	} else if (is_text && is_listed(&o->text, name)) {
		json_string(&o->out, text);
	} else {
		text.bytes =
			fxtrace_value_json(o->archive, value, &text.n_bytes);
		pen_bytes(&o->out, text.bytes, text.n_bytes);
	}
}

/* Arguments that only the note has. */
static void put_noted_args(struct chrome_out *o, struct fxr_text json)
{
	struct json_members args = {0};

	if (json_split(&args, json))
		for (size_t i = 0; i < args.n; i++) {
			chrome_out_arg_name(o, args.members[i].name);
			pen_bytes(&o->out, args.members[i].json.bytes,
				  args.members[i].json.n_bytes);
		}
	json_members_fini(&args);
}

void chrome_out_end(struct chrome_out *o)
{
	struct json_member *args = json_member(&o->note, "args");

	if (args && o->has_object) {
		args->is_taken = true;
		put_noted_args(o, args->json);
	}
	if (o->has_object)
		pen_byte(&o->out, '}');
	for (size_t i = 0; i < o->note.n; i++)
		if (!o->note.members[i].is_taken)
			put_member(o, o->note.members[i].name,
				   o->note.members[i].json);
	pen_byte(&o->out, '}');
}
