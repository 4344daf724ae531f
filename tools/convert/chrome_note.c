/* SPDX-License-Identifier: MIT */
/*
 * Arguments of trace events as those of an archive, see chrome_note.h.
 *
 * Texts, numbers and our own form of memory (base64 and bytes) have a place
 * there. An object or list becomes its JSON as text, which viewers show.
 */
#include "tools/convert/chrome_note.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/json.h"
#include "tools/convert/base64.h"
#include "tools/convert/chrome_value.h"

/* A longer name is cut when an archive is read. */
#define NAME_BYTES 200u
/* Texts behind so many bytes of others may become memory. */
#define TEXT_BYTES 8192u
/* Digits that a double is written with. */
#define EXACT_DIGITS 17u
/* Arguments of an event, without the note and the flags of an end that has no
 * begin. */
#define MAX_ARGS (FXT_MAX_ARGS - 2u)

void chrome_note_begin(struct chrome_event *e)
{
	(void)pen_take(&e->note);
	pen_byte(&e->note, '{');
}

bool chrome_note_is_empty(const struct chrome_event *e)
{
	return e->note.n_bytes == 1;
}

static void put_key(struct chrome_event *e, struct fxr_text key)
{
	if (e->note.bytes[e->note.n_bytes - 1] != '{')
		pen_byte(&e->note, ',');
	json_string(&e->note, key);
	pen_byte(&e->note, ':');
}

static void put_scalar(struct pen *out, const struct chrome_scalar *value)
{
	if (value->kind == CHROME_NOTHING)
		pen_put(out, "null");
	else if (value->kind == CHROME_BOOL)
		pen_put(out, value->boolean ? "true" : "false");
	else if (value->kind == CHROME_TEXT)
		json_string(out, value->text);
	else
		pen_bytes(out, value->text.bytes, value->text.n_bytes);
}

void chrome_note_value(struct chrome_event *e, const char *key,
		       const struct chrome_scalar *value)
{
	put_key(e, fxr_text(key, strlen(key)));
	put_scalar(&e->note, value);
}

void chrome_note_key(struct chrome_event *e, enum chrome_key key)
{
	chrome_note_value(e, chrome_keys[key], &e->values[key]);
}

void chrome_note_others(struct chrome_event *e, const enum chrome_key *keys,
			size_t n_keys)
{
	for (size_t i = 0; i < n_keys; i++)
		if (e->values[keys[i]].kind != CHROME_NOTHING)
			chrome_note_key(e, keys[i]);
	for (size_t i = 0; i < e->others.n; i++) {
		put_key(e, e->others.args[i].name);
		put_scalar(&e->note, &e->others.args[i].value);
	}
}

/* {"base64": ..., "bytes": N}, exactly as we write it. */
static bool is_memory(struct chrome_event *e, struct fxr_text json,
		      struct fxr_text *bytes)
{
	static const char head[] = "{\"base64\":\"";
	const char *end;
	struct fxr_text base64;
	struct pen same = {0};
	bool is_same;

	if (json.n_bytes < sizeof(head) ||
	    memcmp(json.bytes, head, sizeof(head) - 1) != 0)
		return false;
	base64.bytes = json.bytes + sizeof(head) - 1;
	end = memchr(base64.bytes, '"', json.n_bytes - (sizeof(head) - 1));
	base64.n_bytes = end ? (size_t)(end - base64.bytes) : 0;
	if (!end || !base64_decode(&e->arena, base64, bytes))
		return false;
	json_bytes(&same, *bytes);
	is_same = fxr_is_same(pen_take(&same), json);
	pen_fini(&same);
	return is_same;
}

/* Whether a number is the same as 64 bits or as a double. */
static bool is_exact(struct fxr_text text)
{
	size_t n_digits = 0;
	bool is_whole = true;

	for (size_t i = 0; i < text.n_bytes; i++) {
		char c = text.bytes[i];

		is_whole &= (c >= '0' && c <= '9') || c == '-';
		if (c == 'e' || c == 'E')
			break;
		n_digits += c >= '0' && c <= '9' && (c > '0' || n_digits);
	}
	errno = 0;
	if (!is_whole)
		return n_digits <= EXACT_DIGITS &&
		       isfinite(strtod(text.bytes, NULL)) && !errno;
	if (*text.bytes == '-')
		(void)strtoll(text.bytes, NULL, 10);
	else
		(void)strtoull(text.bytes, NULL, 10);
	return !errno;
}

static void put_number(struct chrome_event *e, struct fxr_text name,
		       struct fxr_text text)
{
	char *end;
	int64_t i64;
	uint64_t u64;

	errno = 0;
	i64 = strtoll(text.bytes, &end, 10);
	if (!errno && !*end && (i64 || *text.bytes != '-')) {
		archive_out_int(e->out, name, i64);
		return;
	}
	errno = 0;
	u64 = strtoull(text.bytes, &end, 10);
	if (!errno && !*end && *text.bytes != '-')
		archive_out_uint(e->out, name, u64);
	else
		archive_out_double(e->out, name, strtod(text.bytes, NULL));
}

/* How an argument is in the archive. */
enum form {
	FORM_PLAIN,
	FORM_TEXT,   /* as text, which is said */
	FORM_JSON,   /* as text, and that is JSON */
	FORM_MEMORY, /* of our own form */
	FORM_NOTE,   /* in the note */
};

/* Whether NAME.size follows NAME: how long its value was before it was cut. */
static bool is_size(const struct chrome_event *e, size_t i)
{
	struct fxr_text name = e->args.args[i].name;
	const size_t n = sizeof(".size") - 1;

	if (!i || name.n_bytes <= n ||
	    memcmp(name.bytes + name.n_bytes - n, ".size", n) != 0)
		return false;
	name.n_bytes -= n;
	return !memchr(name.bytes, '.', name.n_bytes) &&
	       fxr_is_same(name, e->args.args[i - 1].name) &&
	       e->args.args[i].value.kind == CHROME_NUMBER &&
	       chrome_is_plain_id(&e->args.args[i].value);
}

/* Whether readers of calls take such a name for a part of another argument, or
 * for more than a name. */
static bool is_special(const struct chrome_event *e, size_t i,
		       enum chrome_place place)
{
	struct fxr_text name = e->args.args[i].name;
	const struct chrome_scalar *value = &e->args.args[i].value;

	if (!name.n_bytes || name.n_bytes > NAME_BYTES || *name.bytes == '@')
		return true;
	if (place == CHROME_OF_EVENT || fxr_is(name, "..."))
		return false;
	if (fxr_is(name, "errno"))
		return place == CHROME_OF_BEGIN || value->kind != CHROME_TEXT ||
		       !value->text.n_bytes;
	/* results are those of the end */
	if (fxr_is(name, "ret"))
		return place == CHROME_OF_BEGIN;
	return memchr(name.bytes, '\0', name.n_bytes) ||
	       memchr(name.bytes, '@', name.n_bytes) ||
	       (memchr(name.bytes, '.', name.n_bytes) && !is_size(e, i));
}

static enum form form_of(struct chrome_event *e, size_t i,
			 enum chrome_place place, size_t *n_bytes)
{
	const struct chrome_scalar *value = &e->args.args[i].value;
	struct fxr_text bytes;

	if (is_special(e, i, place))
		return FORM_NOTE;
	if (value->kind == CHROME_JSON)
		return is_memory(e, value->text, &bytes) ? FORM_MEMORY
							 : FORM_JSON;
	if (value->kind == CHROME_NUMBER)
		return is_exact(value->text) ? FORM_PLAIN : FORM_JSON;
	if (value->kind != CHROME_TEXT)
		return FORM_PLAIN;
	*n_bytes += value->text.n_bytes;
	/* the error's name is a text in any case, which is not long */
	if (place != CHROME_OF_EVENT && fxr_is(e->args.args[i].name, "errno"))
		return value->text.n_bytes > NAME_BYTES ? FORM_NOTE
							: FORM_PLAIN;
	return *n_bytes > TEXT_BYTES || !json_is_text(value->text) ? FORM_TEXT
								   : FORM_PLAIN;
}

static void put_arg(struct chrome_event *e, const struct chrome_arg *arg,
		    enum form form)
{
	const struct chrome_scalar *value = &arg->value;
	struct fxr_text bytes;

	if (form == FORM_MEMORY && is_memory(e, value->text, &bytes))
		archive_out_blob(e->out, arg->name, bytes);
	else if (form != FORM_PLAIN || value->kind == CHROME_TEXT)
		archive_out_string(e->out, arg->name, value->text);
	else if (value->kind == CHROME_NUMBER)
		put_number(e, arg->name, value->text);
	else if (value->kind == CHROME_BOOL)
		archive_out_bool(e->out, arg->name, value->boolean);
	else
		archive_out_null(e->out, arg->name);
}

/* The names of the arguments of a form, as a list. */
static void put_names(struct chrome_event *e, const char *key,
		      const unsigned char *forms, enum form form)
{
	bool is_begun = false;

	for (size_t i = 0; i < e->args.n; i++) {
		if (forms[i] != form)
			continue;
		if (is_begun)
			pen_byte(&e->note, ',');
		else
			put_key(e, fxr_text(key, strlen(key)));
		if (!is_begun)
			pen_byte(&e->note, '[');
		is_begun = true;
		json_string(&e->note, e->args.args[i].name);
	}
	if (is_begun)
		pen_byte(&e->note, ']');
}

/* The arguments that only the note has. */
static void put_rest(struct chrome_event *e, const unsigned char *forms)
{
	bool is_begun = false;

	for (size_t i = 0; i < e->args.n; i++) {
		if (forms[i] != FORM_NOTE)
			continue;
		if (!is_begun) {
			put_key(e, fxr_text("args", 4));
			pen_byte(&e->note, '{');
		}
		is_begun = true;
		put_key(e, e->args.args[i].name);
		put_scalar(&e->note, &e->args.args[i].value);
	}
	if (is_begun)
		pen_byte(&e->note, '}');
}

/* Whether one of the arguments that the archive has is of the same name. */
static bool is_known(const struct chrome_event *e, const size_t *had,
		     size_t n_had, struct fxr_text name)
{
	while (n_had--)
		if (fxr_is_same(e->args.args[had[n_had]].name, name))
			return true;
	return false;
}

/* Which form each has. Those that find no space are in the note. */
static void find_forms(struct chrome_event *e, unsigned char *forms,
		       enum chrome_place place)
{
	size_t had[MAX_ARGS], n_had = 0, n_bytes = 0;

	for (size_t i = 0; i < e->args.n; i++) {
		enum form form = FORM_NOTE;

		if (n_had < MAX_ARGS &&
		    !is_known(e, had, n_had, e->args.args[i].name))
			form = form_of(e, i, place, &n_bytes);
		if (form != FORM_NOTE)
			had[n_had++] = i;
		forms[i] = (unsigned char)form;
	}
}

void chrome_note_put(struct chrome_event *e, enum chrome_place place,
		     bool is_needed)
{
	const char *name =
		place == CHROME_OF_END ? CHROME_END_NOTE : CHROME_NOTE;
	unsigned char *forms =
		(unsigned char *)fxr_arena_alloc(&e->arena, e->args.n + 1);

	/* an object is in args, and nothing else is */
	if (e->values[CHROME_ARGS].kind != CHROME_NOTHING)
		chrome_note_key(e, CHROME_ARGS);
	find_forms(e, forms, place);
	put_names(e, CHROME_JSON_ARGS, forms, FORM_JSON);
	put_names(e, CHROME_TEXT_ARGS, forms, FORM_TEXT);
	put_rest(e, forms);
	if (is_needed || !chrome_note_is_empty(e)) {
		pen_byte(&e->note, '}');
		archive_out_string(e->out, fxr_text(name, strlen(name)),
				   pen_take(&e->note));
	}
	for (size_t i = 0; i < e->args.n; i++)
		if (forms[i] != FORM_NOTE)
			put_arg(e, &e->args.args[i], (enum form)forms[i]);
}

struct fxr_text chrome_note_event(struct chrome_event *e)
{
	chrome_note_begin(e);
	for (unsigned key = CHROME_PHASE; key < CHROME_ARGS; key++)
		if (e->values[key].kind != CHROME_NOTHING)
			chrome_note_key(e, key);
	chrome_note_others(e, NULL, 0);
	if (e->values[CHROME_ARGS].kind != CHROME_NOTHING)
		chrome_note_key(e, CHROME_ARGS);
	else if (e->args.n)
		put_key(e, fxr_text("args", 4));
	for (size_t i = 0; i < e->args.n; i++) {
		if (!i)
			pen_byte(&e->note, '{');
		put_key(e, e->args.args[i].name);
		put_scalar(&e->note, &e->args.args[i].value);
	}
	if (e->args.n)
		pen_byte(&e->note, '}');
	pen_byte(&e->note, '}');
	return pen_take(&e->note);
}
