/* SPDX-License-Identifier: MIT */
/*
 * Records without what was withheld, see withhold.h.
 */
#include "tools/trim/withhold.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "tools/reader/types_parse.h"
#include "tools/convert/convert.h"
#include "tools/reader/event.h"
#include "writer/redact.h"
#include "writer/wire.h"

enum {
	MAX_NAME_BYTES = 256,
	COMM_BYTES = 15, /* a thread's name is cut there */
};

struct withhold {
	const char *list;
	bool *hits;		/* of each item: something is withheld by it */
	struct fxr_map texts;	/* hashes of what goes */
	struct fxr_map n_bytes; /* of memory in pieces, by its number */
	uint64_t args[FXT_RECORD_MAX_WORDS], words[FXT_RECORD_MAX_WORDS];
};

struct withhold *withhold_open(const char *list)
{
	struct withhold *withhold = fxr_new(1, sizeof(*withhold));
	size_t n = 1;

	for (const char *item = list; item; item = fxw_redact_next(item))
		n++;
	withhold->list = list;
	withhold->hits = fxr_new(n, sizeof(*withhold->hits));
	return withhold;
}

void withhold_close(struct withhold *withhold)
{
	if (!withhold)
		return;
	fxr_map_fini(&withhold->texts);
	fxr_map_fini(&withhold->n_bytes);
	free(withhold->hits);
	free(withhold);
}

/* Whether an item fits; notes all that do. */
static bool fit(struct withhold *withhold, const char *event,
		const char *argument)
{
	const char *item = withhold->list;
	bool does_fit = false;

	for (size_t i = 0; item; i++, item = fxw_redact_next(item))
		if (fxw_redact_fits(item, event, argument) == FXW_REDACT_VALUE)
			does_fit = withhold->hits[i] = true;
	return does_fit;
}

static void copy_name(char *to, struct fxr_text from)
{
	snprintf(to, MAX_NAME_BYTES, "%.*s", (int)from.n_bytes, from.bytes);
}

static bool ends_with(const char *name, const char *end)
{
	size_t n = strlen(name), n_end = strlen(end);

	return n > n_end && strcmp(name + n - n_end, end) == 0;
}

/* The parameter that an argument is of: without the ' of a second value, and
 * without the member of a struct. */
static void parameter_name(char *name)
{
	size_t n = strlen(name);

	if (strcmp(name, "...") == 0)
		return;
	if (n > 1 && name[n - 1] == '\'')
		name[n - 1] = '\0';
	if (name[0] != '.')
		name[strcspn(name, ".")] = '\0';
}

static bool is_call(const struct fxt_event *event)
{
	return event->type >= FXT_EVENT_DURATION_BEGIN &&
	       event->type <= FXT_EVENT_DURATION_COMPLETE;
}

/* Whether an argument goes. Sizes, errors and the recorder's own arguments
 * stay, but for the tail of a long list of arguments. */
static bool fit_arg(struct withhold *withhold, const struct fxt_event *event,
		    const char *function, struct fxr_text arg)
{
	char name[MAX_NAME_BYTES];
	bool does_fit;

	copy_name(name, arg);
	if (strcmp(name, FXG_ARGS) == 0)
		return fit(withhold, function, "*") ||
		       fit(withhold, function, "...");
	if (name[0] == '@' || ends_with(name, "@") ||
	    ends_with(name, ".size") || strcmp(name, "errno") == 0)
		return false;
	parameter_name(name);
	does_fit = fit(withhold, function, name);
	/* what printf makes of secret values is secret, too */
	if (!does_fit && is_call(event) &&
	    event->type != FXT_EVENT_DURATION_BEGIN && strcmp(name, "ret") != 0)
		does_fit = fit(withhold, function, "...");
	return does_fit;
}

/* Whether an error is the linker's text, which names what the call was given,
 * and something of the call goes. */
static bool fit_error(const struct withhold *withhold, const char *function,
		      struct fxr_text arg, struct fxr_text error)
{
	const char *item = withhold->list;
	bool does_fit = false;

	for (; item; item = fxw_redact_next(item))
		does_fit |= fxw_redact_fits(item, function, "") !=
			    FXW_REDACT_NOTHING;
	return does_fit && fxr_is(arg, "errno") && !fxr_is_word(error);
}

static void note_text(struct withhold *withhold, struct fxr_text text)
{
	fxr_map_put(&withhold->texts, fxr_hash(text.bytes, text.n_bytes),
		    text.n_bytes, 0, 0);
	if (text.n_bytes > COMM_BYTES)
		note_text(withhold, fxr_text(text.bytes, COMM_BYTES));
}

static bool is_noted(const struct withhold *withhold, struct fxr_text text)
{
	return text.n_bytes && fxr_map_find(&withhold->texts,
					    fxr_hash(text.bytes, text.n_bytes),
					    text.n_bytes, 0) != FXR_NONE;
}

static struct fxr_text text_of(struct fxr_reader *reader,
			       const struct fxr_record *record,
			       const struct fxt_string *string)
{
	/* a shortened one would not be found again */
	return fxr_whole_string(reader, record->provider, record->off, string);
}

static void note_blob(struct withhold *withhold, struct fxr_reader *reader,
		      const struct fxr_record *record)
{
	const struct fxt_blob *blob = &record->as.blob;
	uint64_t number;
	uint32_t n;

	if (!fxr_is_piece(text_of(reader, record, &blob->name), &number))
		return;
	n = fxr_map_find(&withhold->n_bytes, number, 0, 0);
	fxr_map_put(&withhold->n_bytes, number, 0, 0,
		    (n == FXR_NONE ? 0 : n) + blob->n_bytes);
}

/* Overwrites the paths among entries; their length stays. Returns whether there
 * are any. bytes: NULL: only looks. */
static bool mask_modules(const struct fxt_arg *arg, char *bytes)
{
	const unsigned char *from = arg->value.blob.bytes;
	struct fxr_bytes in = {from, from + arg->value.blob.n_bytes, false};
	bool has_any = false;

	while (in.at < in.end && !in.is_bad) {
		uint64_t kind = fxr_get_varint(&in);
		struct fxr_text body, path;
		struct fxr_bytes module;

		(void)fxr_get_varint(&in); /* id */
		body = fxr_get_text(&in);
		if (in.is_bad || kind != FXW_ENTRY_MODULE)
			continue;
		module = (struct fxr_bytes){(const unsigned char *)body.bytes,
					    (const unsigned char *)body.bytes +
						    body.n_bytes,
					    false};
		(void)fxr_get_word(&module); /* base */
		path = fxr_get_text(&module);
		has_any = true;
		if (bytes && !module.is_bad && path.n_bytes)
			memset(bytes + (path.bytes - (const char *)from), '?',
			       path.n_bytes);
	}
	return has_any;
}

/* Whether an argument has entries (writer/wire.h) with paths of loaded
 * libraries, and these go. */
static bool fit_modules(struct withhold *withhold, struct fxr_reader *reader,
			const struct fxr_record *record,
			const struct fxt_arg *arg)
{
	return arg->type == FXT_ARG_BLOB &&
	       fxr_is(text_of(reader, record, &record->as.event.category),
		      FXW_CATEGORY_SIGNATURE) &&
	       mask_modules(arg, NULL) && fit(withhold, "module", "path");
}

void withhold_note(struct withhold *withhold, struct fxr_reader *reader,
		   const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	char function[MAX_NAME_BYTES];

	if (record->is_known && record->type == FXT_RECORD_BLOB)
		note_blob(withhold, reader, record);
	if (!record->is_known || record->type != FXT_RECORD_EVENT)
		return;
	copy_name(function, text_of(reader, record, &event->name));
	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];

		(void)fit_modules(withhold, reader, record, arg);
		if (!fit_arg(withhold, event, function,
			     text_of(reader, record, &arg->name)))
			continue;
		if (arg->type == FXT_ARG_STRING)
			note_text(withhold,
				  text_of(reader, record, &arg->value.string));
		if (arg->type == FXT_ARG_BLOB)
			note_text(withhold, fxr_text(arg->value.blob.bytes,
						     arg->value.blob.n_bytes));
	}
}

const char *withhold_unfit(const struct withhold *withhold)
{
	const char *item = withhold->list;

	for (size_t i = 0; item; i++, item = fxw_redact_next(item))
		if (!withhold->hits[i])
			return item;
	return NULL;
}

/* How much there was; false: numbers have no size. */
static bool size_of(const struct withhold *withhold, struct fxr_reader *reader,
		    const struct fxr_record *record, const struct fxt_arg *arg,
		    uint64_t *size)
{
	uint32_t n;

	if (arg->type == FXT_ARG_STRING)
		*size = text_of(reader, record, &arg->value.string).n_bytes;
	else if (arg->type == FXT_ARG_BLOB)
		*size = arg->value.blob.n_bytes;
	else if (arg->type == FXT_ARG_KOID &&
		 (n = fxr_map_find(&withhold->n_bytes, arg->value.koid, 0,
				   0)) != FXR_NONE)
		*size = n;
	else
		return false;
	return true;
}

/* A size from the recorder is the true one. */
static bool has_size(struct fxr_reader *reader, const struct fxr_record *record,
		     const char *name)
{
	for (unsigned i = 0; i < record->n_args; i++)
		if (fxr_is(text_of(reader, record, &record->args[i].name),
			   name))
			return true;
	return false;
}

static void put_arg(struct withhold *withhold, struct fxt_args *args,
		    const struct fxt_arg *arg)
{
	size_t n = fxt_pack_arg(withhold->args + args->n_words,
				FXT_RECORD_MAX_WORDS - args->n_words, arg);

	args->n_words += n;
	args->n += n != 0;
}

/* That there was an error. */
static void put_error(struct withhold *withhold, struct fxt_args *args,
		      const struct fxt_arg *arg)
{
	struct fxt_arg error = {.type = FXT_ARG_STRING, .name = arg->name};

	error.value.string = fxt_inline_string("dlerror", strlen("dlerror"));
	put_arg(withhold, args, &error);
}

/* Its null, and its size if there is space for it. `n_left`: arguments that are
 * still to come. */
static void put_withheld(struct withhold *withhold, struct fxr_reader *reader,
			 const struct fxr_record *record,
			 const struct fxt_arg *arg, struct fxt_args *args,
			 unsigned n_left)
{
	struct fxr_text text = text_of(reader, record, &arg->name);
	struct fxt_arg null = {.type = FXT_ARG_NULL, .name = arg->name};
	struct fxt_arg size = {.type = FXT_ARG_UINT64};
	char name[MAX_NAME_BYTES + 8];

	put_arg(withhold, args, &null);
	snprintf(name, sizeof(name), "%.*s.size", (int)text.n_bytes,
		 text.bytes);
	size.name = fxt_inline_string(name, strlen(name));
	if (args->n + n_left < FXT_MAX_ARGS &&
	    size_of(withhold, reader, record, arg, &size.value.u64) &&
	    !has_size(reader, record, name))
		put_arg(withhold, args, &size);
}

/* Where the blob of an argument is in a copy of its words. */
static char *blob_in(uint64_t *words, const struct fxt_arg *arg)
{
	return (char *)words +
	       ((const char *)arg->value.blob.bytes - (const char *)arg->words);
}

/* Puts the argument, or what is left of it. Returns whether that is less. */
static bool put_rest(struct withhold *withhold, struct fxr_reader *reader,
		     const struct fxr_record *record, unsigned i,
		     const char *function, struct fxt_args *args)
{
	const struct fxt_arg *arg = &record->args[i];
	struct fxr_text name = text_of(reader, record, &arg->name);
	bool is_changed = false;

	if (fit_arg(withhold, &record->as.event, function, name)) {
		put_withheld(withhold, reader, record, arg, args,
			     record->n_args - i - 1);
		return true;
	}
	if (arg->type == FXT_ARG_STRING &&
	    fit_error(withhold, function, name,
		      text_of(reader, record, &arg->value.string))) {
		put_error(withhold, args, arg);
		return true;
	}
	memcpy(withhold->args + args->n_words, arg->words, arg->n_words * 8);
	if (fit_modules(withhold, reader, record, arg))
		is_changed = mask_modules(
			arg, blob_in(withhold->args + args->n_words, arg));
	args->n_words += arg->n_words;
	args->n++;
	return is_changed;
}

/* Unpacks the record and packs it again. */
static void apply_event(struct withhold *withhold, struct fxr_reader *reader,
			struct fxr_record *record)
{
	struct fxt_event event = record->as.event;
	struct fxt_args args = {.words = withhold->args};
	char function[MAX_NAME_BYTES];
	bool is_changed = false;
	size_t fault;

	copy_name(function, text_of(reader, record, &event.name));
	for (unsigned i = 0; i < record->n_args; i++)
		is_changed |=
			put_rest(withhold, reader, record, i, function, &args);
	if (!is_changed)
		return;
	event.args = args;
	record->n_words =
		fxt_pack_event(withhold->words, FXT_RECORD_MAX_WORDS, &event);
	record->words = withhold->words;
	record->n_args = 0;
	while (args.n && fxt_next_arg(&args, &record->args[record->n_args],
				      &fault) == FXT_OK)
		record->n_args++;
}

/* A name that is one of the values becomes empty. */
static void apply_object(struct withhold *withhold, struct fxr_reader *reader,
			 struct fxr_record *record)
{
	struct fxt_kernel_object object = record->as.kernel_object;

	if (!is_noted(withhold, text_of(reader, record, &object.name)))
		return;
	object.name = fxt_inline_string("", 0);
	record->n_words = fxt_pack_kernel_object(withhold->words,
						 FXT_RECORD_MAX_WORDS, &object);
	record->words = withhold->words;
}

bool withhold_apply(struct withhold *withhold, struct fxr_reader *reader,
		    struct fxr_record *record)
{
	if (!record->words || !record->is_known)
		return false;
	switch (record->type) {
	case FXT_RECORD_EVENT:
		apply_event(withhold, reader, record);
		return record->n_words != 0;
	case FXT_RECORD_KERNEL_OBJECT:
		apply_object(withhold, reader, record);
		return record->n_words != 0;
	case FXT_RECORD_USERSPACE_OBJECT: /* named by paths and labels */
	case FXT_RECORD_LOG:
	case FXT_RECORD_LARGE:
	case FXT_RECORD_SCHEDULING:
		return false;
	default:
		return true;
	}
}
