/* SPDX-License-Identifier: MIT */
/*
 * Events of an apitrace file as an archive's, see in.h. Apitrace, too, has one
 * event for a call's begin and one for its end. Between both, only the
 * arguments that did not fit into the first event are held.
 */
#include "tools/convert/apitrace/in.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/select/catalogue.h"
#include "tools/convert/apitrace/known.h"
#include "tools/convert/apitrace/types.h"
#include "tools/convert/notes.h"
#include "tools/base/human.h"
#include "writer/wire.h"

#define TICKS_PER_SECOND 1000000u
#define PID 1u
#define MAX_OPEN 4096u /* calls at once */
#define MAX_THREADS 65536u
#define MAX_KEPT_BYTES (256u << 20)
/* Properties of a file: names and values that fit into one record. */
#define MAX_PROPERTIES 1000u
#define MAX_PROPERTY_BYTES 8000u

/* What the archive says of a function. Signatures of the same name in a file
 * are one function. */
struct function {
	struct fxr_function notes;
	const struct fxg_function *known; /* in our tables; NULL: it is not */
	uint32_t *types;		  /* of its parameters and its result */
	struct apitrace_known *fixed;	  /* by our tables; of its parameters */
};

/* Where the arguments of a signature are in its function. */
struct signature {
	uint32_t function;
	uint32_t *params; /* FXR_NONE: not a parameter of the prototype */
	struct fxr_text *names;
	size_t n;
};

struct open_call {
	uint64_t number;
	uint64_t thread;
	uint32_t signature;
	struct fxr_arena arena; /* of texts and values that are held */
	uint64_t given;		/* the first parameters, a bit each */
	struct apitrace_arg *later_args;
	size_t n_later_args, n_later_bytes;
};

struct reader {
	struct apitrace_parser *parser;
	struct archive_out *archive;
	struct apitrace_types types;
	struct fxr_arena arena;
	struct fxr_map function_map, thread_map;
	struct function **functions;
	size_t n_functions, functions_capacity;
	struct signature *signatures;
	size_t n_signatures, signatures_capacity;
	struct open_call *open;
	size_t n_open, open_capacity, n_later_bytes;
	uint32_t n_threads;
	uint64_t ticks, n_strays;
	struct fxr_text exe, words;
	struct fxr_text *properties; /* name, value, name ... */
	size_t n_properties, properties_capacity;
	uint64_t n_left_out;
	const char *error; /* of the file's contents, at the record */
};

static struct fxr_text text(const char *word)
{
	return fxr_text(word, strlen(word));
}

static bool starts(struct fxr_text name, const char *with)
{
	size_t n = strlen(with);

	return name.n_bytes >= n && memcmp(name.bytes, with, n) == 0;
}

/* The category of a function in our tables. */
static const char *category_of(struct fxr_text name)
{
	struct catalogue_entry entry;

	if (starts(name, "glX"))
		return "glx";
	if (starts(name, "egl"))
		return "egl";
	if (starts(name, "gl") || fxr_is(name, "memcpy"))
		return "gl";
	/* what the recorder emits, which is no function of a library */
	if (starts(name, "fxtrace_"))
		return apitrace_known_category(name) ?: "apitrace";
	for (size_t i = 0; i < catalogue_size(); i++)
		if (catalogue_entry(i, &entry) && fxr_is(name, entry.name))
			return entry.category;
	return "apitrace";
}

/* The name in a form that an archive can hold, where some characters have a
 * meaning. */
static struct fxr_text clean_name(struct reader *reader, struct fxr_text name,
				  size_t at)
{
	char *clean;

	if (!name.n_bytes || fxr_is(name, "ret")) {
		char made[32];

		snprintf(made, sizeof(made), "_arg%zu", at);
		return fxr_arena_text(&reader->arena, text(made));
	}
	clean = fxr_arena_copy(&reader->arena, name.bytes, name.n_bytes);
	for (size_t i = 0; i < name.n_bytes; i++)
		if (strchr(".@'", clean[i]))
			clean[i] = '_';
	return fxr_text(clean, name.n_bytes);
}

/* Whether it is an argument that an archive adds to the prototype's. */
static bool is_extra(struct fxr_text name)
{
	return fxr_is(name, "errno") || fxr_is(name, FXR_VARARGS);
}

static struct function *function_of(struct reader *reader, struct fxr_text name,
				    uint32_t *at)
{
	uint64_t key = fxr_hash(name.bytes, name.n_bytes);
	struct function *made;

	*at = fxr_map_find(&reader->function_map, key, name.n_bytes, 0);
	if (*at != FXR_NONE)
		return reader->functions[*at];
	made = fxr_arena_alloc(&reader->arena, sizeof(*made));
	made->notes.name = fxr_arena_text(&reader->arena, name);
	made->notes.category = text(category_of(name));
	made->types = fxr_arena_alloc(
		&reader->arena, (APITRACE_MAX_ARGS + 1) * sizeof(*made->types));
	made->fixed = fxr_arena_alloc(&reader->arena,
				      APITRACE_MAX_ARGS * sizeof(*made->fixed));
	made->notes.params = fxr_arena_alloc(
		&reader->arena, APITRACE_MAX_ARGS * sizeof(struct fxr_param));
	*at = (uint32_t)reader->n_functions++;
	reader->functions =
		fxr_grow(reader->functions, &reader->functions_capacity,
			 reader->n_functions, sizeof(struct function *));
	reader->functions[*at] = made;
	fxr_map_put(&reader->function_map, key, name.n_bytes, 0, *at);
	return made;
}

/* The place of a parameter; another signature may have had it. */
static uint32_t param_of(struct function *function, struct fxr_text name)
{
	size_t i;

	for (i = 0; i < function->notes.n_params; i++)
		if (fxr_is_same(function->notes.params[i].name, name))
			return (uint32_t)i;
	if (i == APITRACE_MAX_ARGS)
		return FXR_NONE;
	function->notes.params[i].name = name;
	function->notes.n_fixed = ++function->notes.n_params;
	return (uint32_t)i;
}

/* Takes the types of our tables, if the file has all parameters in place. */
static void know_function(struct reader *reader, struct function *function,
			  const struct signature *signature)
{
	size_t n = signature->n;

	if (function->known || n != function->notes.n_params)
		return;
	for (size_t i = 0; i < n; i++)
		if (signature->params[i] != i)
			return;
	function->known = apitrace_known_function(function->notes.name, n);
	for (size_t i = 0; function->known && i < n; i++) {
		struct apitrace_known *fixed = &function->fixed[i];

		/* not if it has values already, of another signature */
		if (function->types[i])
			continue;
		*fixed = apitrace_known_param(&reader->types, function->known,
					      i);
		function->types[i] = fixed->type;
	}
}

static struct signature *signature_of(
	struct reader *reader, const struct apitrace_definition *definition)
{
	struct function *function;
	struct signature *made;
	size_t n = definition->n;

	reader->signatures = fxr_grow(
		reader->signatures, &reader->signatures_capacity,
		(size_t)definition->number + 1, sizeof(*reader->signatures));
	made = &reader->signatures[definition->number];
	if (made->names)
		return made;
	if (n > APITRACE_MAX_ARGS) {
		reader->error = "more parameters than any function has";
		n = 0;
	}
	function = function_of(reader, definition->name, &made->function);
	made->n = n;
	made->params = fxr_arena_alloc(&reader->arena,
				       (n + 1) * sizeof(*made->params));
	made->names =
		fxr_arena_alloc(&reader->arena, (n + 1) * sizeof(*made->names));
	for (size_t i = 0; i < n; i++) {
		made->params[i] = FXR_NONE;
		made->names[i] = definition->names[i];
		if (is_extra(made->names[i]))
			continue;
		made->names[i] = clean_name(reader, made->names[i], i);
		made->params[i] = param_of(function, made->names[i]);
	}
	know_function(reader, function, made);
	return made;
}

static struct function *called(const struct reader *reader,
			       const struct signature *signature)
{
	return reader->functions[signature->function];
}

/* Emits the function at the end, when all of its types are known: the first
 * definition of it counts. */
static void emit_function(struct reader *reader, uint32_t at)
{
	struct function *function = reader->functions[at];

	for (size_t i = 0; i < function->notes.n_params; i++)
		function->notes.params[i].type =
			function->types[i] ?: APITRACE_T_VOID;
	function->notes.ret =
		function->types[APITRACE_MAX_ARGS] ?: APITRACE_T_VOID;
	if (function->known)
		function->notes.ret = apitrace_known_result(
			&reader->types, function->known,
			function->types[APITRACE_MAX_ARGS]);
	archive_out_function(reader->archive, at + 1, &function->notes);
}

/* Some parameters are numbers with a point or constants. What came before stays
 * as it is. */
static uint32_t name_reals(struct reader *reader, uint32_t type,
			   const struct apitrace_value *value)
{
	return type == APITRACE_T_FLOAT || type == APITRACE_T_DOUBLE
		       ? apitrace_types_named(&reader->types, type, value)
		       : type;
}

/* Collects the types of the arguments before an event is made from them. */
static void collect_types(struct reader *reader,
			  const struct signature *signature,
			  const struct apitrace_record *record)
{
	struct function *function = called(reader, signature);

	for (size_t i = 0; i < record->n_args; i++) {
		const struct apitrace_arg *arg = &record->args[i];
		uint32_t param = APITRACE_MAX_ARGS, none = APITRACE_T_NONE;
		uint32_t *type, fit;

		if (arg->place != APITRACE_RET && arg->place >= signature->n) {
			reader->error = "an argument that the function has not";
			return;
		}
		if (arg->place != APITRACE_RET)
			param = signature->params[arg->place];
		type = param == FXR_NONE ? &none : &function->types[param];
		if (param < APITRACE_MAX_ARGS && function->fixed[param].type) {
			apitrace_types_emit(&reader->types, &arg->value);
			if (arg->value.tag == APITRACE_ENUM)
				*type = name_reals(reader, *type, &arg->value);
			continue;
		}
		fit = apitrace_types_fit(&reader->types, *type, &arg->value);
		*type = fit;
	}
}

static void put_value(struct reader *reader, const struct function *function,
		      uint32_t param, struct fxr_text name,
		      const struct apitrace_value *value)
{
	apitrace_types_put(&reader->types, name, function->types[param], value);
}

static void put_extra(struct reader *reader, struct fxr_text name,
		      const struct apitrace_value *value)
{
	uint32_t type = APITRACE_T_NONE;

	if (fxr_is(name, FXR_VARARGS))
		name = text(FXG_ARGS);
	else if (value->tag == APITRACE_STRING)
		type = APITRACE_T_STRING;
	apitrace_types_put(&reader->types, name, type, value);
}

/* With a mark behind the name: the value afterwards, or the address. */
static void put_marked(struct reader *reader, const struct signature *signature,
		       uint32_t param, struct fxr_text name, char mark,
		       const struct apitrace_value *value)
{
	char *marked = fxr_new(name.n_bytes + 1, 1);

	memcpy(marked, name.bytes, name.n_bytes);
	marked[name.n_bytes] = mark;
	put_value(reader, called(reader, signature), param,
		  fxr_text(marked, name.n_bytes + 1), value);
	free(marked);
}

/* Where the call writes, whose memory is known at its end. */
static bool is_space(const struct function *function, uint32_t param,
		     const struct apitrace_value *value)
{
	return param < APITRACE_MAX_ARGS && function->fixed[param].is_out &&
	       value->tag == APITRACE_OPAQUE;
}

/* Whether the call has the value only at its end, where nothing else was. */
static bool is_output(const struct function *function, uint32_t param,
		      const struct open_call *call)
{
	return function->fixed[param].is_out && param < 64 &&
	       !(call->given >> param & 1);
}

static void put_arg(struct reader *reader, const struct signature *signature,
		    const struct open_call *call,
		    const struct apitrace_arg *arg, bool is_after)
{
	struct fxr_text name = text("ret");
	uint32_t param = APITRACE_MAX_ARGS;

	if (arg->place != APITRACE_RET) {
		name = signature->names[arg->place];
		param = signature->params[arg->place];
	}
	if (param == FXR_NONE) {
		put_extra(reader, name, &arg->value);
		return;
	}
	if (!is_after &&
	    is_space(called(reader, signature), param, &arg->value)) {
		put_marked(reader, signature, param, name, '@', &arg->value);
		return;
	}
	if (!is_after || arg->place == APITRACE_RET ||
	    is_output(called(reader, signature), param, call)) {
		put_value(reader, called(reader, signature), param, name,
			  &arg->value);
		return;
	}
	put_marked(reader, signature, param, name, '\'', &arg->value);
}

/* A copy that outlives the event. */
static void copy_value(struct open_call *call, struct apitrace_value *to,
		       const struct apitrace_value *from)
{
	*to = *from;
	to->text = fxr_arena_text(&call->arena, from->text);
	to->items = fxr_arena_alloc(&call->arena,
				    (from->n_items + 1) * sizeof(*to->items));
	call->n_later_bytes += from->text.n_bytes + sizeof(*to);
	for (size_t i = 0; i < from->n_items; i++)
		copy_value(call, &to->items[i], &from->items[i]);
}

/* Holds the argument until the call's end. */
static void keep_arg(struct reader *reader, struct open_call *call,
		     const struct apitrace_arg *arg)
{
	size_t n_before = call->n_later_bytes;

	if (!call->later_args)
		call->later_args = fxr_arena_alloc(
			&call->arena,
			APITRACE_MAX_ARGS * sizeof(*call->later_args));
	call->later_args[call->n_later_args].place = arg->place;
	copy_value(call, &call->later_args[call->n_later_args++].value,
		   &arg->value);
	reader->n_later_bytes += call->n_later_bytes - n_before;
	if (reader->n_later_bytes > MAX_KEPT_BYTES)
		reader->error = "more arguments of open calls than fit";
}

static uint64_t tid_of(uint64_t thread)
{
	return PID + thread;
}

static void begin_event(struct reader *reader, unsigned type, uint64_t thread,
			const struct function *function)
{
	archive_out_event(reader->archive, type, ++reader->ticks, PID,
			  tid_of(thread), function->notes.category,
			  function->notes.name);
}

static void meet_thread(struct reader *reader, uint64_t thread)
{
	char name[32];

	if (fxr_map_find(&reader->thread_map, thread, 0, 0) != FXR_NONE)
		return;
	if (thread >= FXR_NONE || reader->n_threads == MAX_THREADS) {
		reader->error = "more threads than any program has";
		return;
	}
	fxr_map_put(&reader->thread_map, thread, 0, 0, reader->n_threads++);
	snprintf(name, sizeof(name), "thread %" PRIu64, thread);
	archive_out_thread(reader->archive, PID, tid_of(thread), text(name));
}

static void note_given(const struct reader *reader,
		       const struct signature *signature,
		       struct open_call *call, const struct apitrace_arg *arg)
{
	uint32_t param = FXR_NONE;

	if (arg->place < signature->n)
		param = signature->params[arg->place];
	if (param < 64 &&
	    !is_space(called(reader, signature), param, &arg->value))
		call->given |= UINT64_C(1) << param;
}

static void enter_call(struct reader *reader,
		       const struct apitrace_record *record)
{
	struct signature *signature = signature_of(reader, record->function);
	struct open_call *call;

	meet_thread(reader, record->thread);
	if (!reader->error)
		collect_types(reader, signature, record);
	if (reader->n_open == MAX_OPEN)
		reader->error = "more calls at once than any program has";
	if (reader->error)
		return;
	reader->open = fxr_grow(reader->open, &reader->open_capacity,
				reader->n_open + 1, sizeof(*call));
	call = &reader->open[reader->n_open++];
	*call = (struct open_call){.number = record->call,
				   .thread = record->thread,
				   .signature = record->function->number};
	begin_event(reader, FXT_EVENT_DURATION_BEGIN, record->thread,
		    called(reader, signature));
	if (record->flags & APITRACE_FLAG_FAKE)
		archive_out_string(reader->archive, text("@flags"),
				   text(FXW_FLAG_FAKE));
	if (record->stack.n_bytes)
		archive_out_string(reader->archive, text("@stack"),
				   record->stack);
	for (size_t i = 0; i < record->n_args; i++) {
		const struct apitrace_arg *arg = &record->args[i];

		note_given(reader, signature, call, arg);
		if (archive_out_has_space(reader->archive))
			put_arg(reader, signature, call, arg, false);
		else
			keep_arg(reader, call, arg);
	}
	archive_out_commit(reader->archive, 0);
}

static void drop_call(struct reader *reader, size_t at)
{
	struct open_call *call = &reader->open[at];

	reader->n_later_bytes -= call->n_later_bytes;
	fxr_arena_fini(&call->arena);
	memmove(call, call + 1,
		(--reader->n_open - at) * sizeof(*reader->open));
}

/* Calls that its thread has begun since then, and that will not end. */
static void abandon_inner(struct reader *reader, size_t outer)
{
	for (size_t i = reader->n_open; i-- > outer + 1;) {
		struct open_call *call = &reader->open[i];

		if (call->thread != reader->open[outer].thread)
			continue;
		begin_event(
			reader, FXT_EVENT_DURATION_END, call->thread,
			called(reader, &reader->signatures[call->signature]));
		archive_out_string(reader->archive, text("@flags"),
				   text(FXW_FLAG_ABANDONED));
		archive_out_commit(reader->archive, 0);
		reader->n_strays++;
		drop_call(reader, i);
	}
}

static bool find_open(const struct reader *reader, uint64_t number, size_t *at)
{
	for (*at = reader->n_open; *at; --*at)
		if (reader->open[*at - 1].number == number) {
			--*at;
			return true;
		}
	return false;
}

static void leave_call(struct reader *reader,
		       const struct apitrace_record *record)
{
	const struct signature *signature;
	struct open_call *call;
	size_t at;

	if (!find_open(reader, record->call, &at)) {
		reader->n_strays++; /* of a call that a trimmed file does not
				       contain */
		return;
	}
	abandon_inner(reader, at);
	call = &reader->open[at];
	signature = &reader->signatures[call->signature];
	collect_types(reader, signature, record);
	if (reader->error)
		return;
	begin_event(reader, FXT_EVENT_DURATION_END, call->thread,
		    called(reader, signature));
	for (size_t i = 0; i < call->n_later_args; i++)
		put_arg(reader, signature, call, &call->later_args[i], false);
	for (size_t i = 0; i < record->n_args; i++)
		put_arg(reader, signature, call, &record->args[i], true);
	archive_out_commit(reader->archive, 0);
	drop_call(reader, at);
}

static void take_property(void *context, struct fxr_text name,
			  struct fxr_text value)
{
	struct reader *reader = context;
	struct fxr_text *at;

	if (reader->n_properties == MAX_PROPERTIES ||
	    name.n_bytes > MAX_PROPERTY_BYTES ||
	    value.n_bytes > MAX_PROPERTY_BYTES) {
		reader->n_left_out++;
		return;
	}
	name = fxr_arena_text(&reader->arena, name);
	value = fxr_arena_text(&reader->arena, value);
	if (fxr_is(name, "process.name"))
		reader->exe = value;
	else if (fxr_is(name, "process.commandLine"))
		reader->words = value;
	reader->properties = fxr_grow(
		reader->properties, &reader->properties_capacity,
		2 * reader->n_properties + 2, sizeof(*reader->properties));
	at = &reader->properties[2 * reader->n_properties++];
	at[0] = name;
	at[1] = value;
}

/* Writes the file's properties unchanged, for a conversion back. */
static void put_properties(struct reader *reader)
{
	for (size_t i = 0; i < reader->n_properties; i++) {
		archive_out_event(reader->archive, FXT_EVENT_INSTANT, 0, PID,
				  tid_of(0), text(FXW_CATEGORY_FACT),
				  text(FXW_EVENT_PROPERTY));
		archive_out_string(reader->archive, text("name"),
				   reader->properties[2 * i]);
		archive_out_string(reader->archive, text("value"),
				   reader->properties[2 * i + 1]);
		archive_out_commit(reader->archive, 0);
	}
}

static void put_facts(struct reader *reader)
{
	struct apitrace_pack argv = {0};

	archive_out_event(reader->archive, FXT_EVENT_INSTANT, 0, PID, tid_of(0),
			  text(FXW_CATEGORY_FACT), text("process"));
	archive_out_string(reader->archive, text("exe"), reader->exe);
	apitrace_pack_byte(&argv, APITRACE_ARRAY);
	apitrace_pack_varint(&argv, reader->words.n_bytes ? 2 : 1);
	apitrace_pack_byte(&argv, APITRACE_STRING);
	apitrace_pack_text(&argv, reader->exe);
	if (reader->words.n_bytes) {
		apitrace_pack_byte(&argv, APITRACE_STRING);
		apitrace_pack_text(&argv, reader->words);
	}
	archive_out_blob(reader->archive, text("argv"),
			 fxr_text((char *)argv.bytes, argv.n_bytes));
	archive_out_commit(reader->archive, 0);
	apitrace_pack_free(&argv);
}

static void open_archive(struct reader *reader, FILE *out)
{
	static const char note[] =
		"from apitrace, which records no times: they count its events, "
		"1 us each";
	struct fxr_text name = reader->exe;
	const char *slash;

	slash = name.n_bytes ? memrchr(name.bytes, '/', name.n_bytes) : NULL;
	if (slash)
		name = fxr_text(slash + 1, (size_t)(name.bytes + name.n_bytes -
						    slash - 1));
	if (!name.n_bytes)
		name = text("apitrace");
	reader->archive = archive_out_open(out, name, TICKS_PER_SECOND);
	archive_out_process(reader->archive, PID, name);
	meet_thread(reader, 0);
	if (reader->exe.n_bytes)
		put_facts(reader);
	put_properties(reader);
	archive_out_log(reader->archive, 0, PID, fxw_recorder_koid(PID),
			text(note));
	apitrace_types_open(&reader->types, reader->archive);
}

/* Reports to the user what had to be repaired. */
static void note_repairs(const struct reader *reader, char *notes)
{
	uint64_t n_left_out = apitrace_parse_n_left_out(reader->parser);

	if (apitrace_parse_is_cut(reader->parser))
		notes_add(notes,
			  "cut off at offset %" PRIu64
			  " (unpacked), what precedes is converted",
			  apitrace_parse_off(reader->parser));
	if (reader->n_strays)
		notes_add(notes, "%s without a beginning or an end",
			  human_plain(reader->n_strays, "call").text);
	if (reader->n_left_out)
		notes_add(notes, "%s of calls left out",
			  human_plain(reader->n_left_out, "detail").text);
	if (n_left_out)
		notes_add(notes, "%s of arrays left out",
			  human_plain(n_left_out, "element").text);
}

/* Reports a file that is too short. */
static void report_short_file(const struct reader *reader, char *error)
{
	snprintf(error, CONVERT_ERROR_BYTES,
		 "offset %" PRIu64 " (unpacked): expected the head of a file "
		 "of apitrace, and it ends here",
		 apitrace_parse_off(reader->parser));
}

static bool read_events(struct reader *reader, struct convert_input *input)
{
	struct apitrace_record record;

	while (!ferror(input->archive) &&
	       apitrace_parse_next(reader->parser, &record)) {
		if (record.is_enter)
			enter_call(reader, &record);
		else
			leave_call(reader, &record);
		convert_tick(input);
		if (!reader->error)
			continue;
		snprintf(input->error, sizeof(input->error),
			 "offset %" PRIu64 " (unpacked): %s", record.off,
			 reader->error);
		return false;
	}
	for (size_t i = 0; i < reader->n_functions; i++)
		emit_function(reader, (uint32_t)i);
	return true;
}

static void close_reader(struct reader *reader)
{
	while (reader->n_open)
		drop_call(reader, reader->n_open - 1);
	if (reader->archive)
		archive_out_close(reader->archive);
	apitrace_types_close(&reader->types);
	apitrace_parse_close(reader->parser);
	fxr_map_fini(&reader->function_map);
	fxr_map_fini(&reader->thread_map);
	fxr_arena_fini(&reader->arena);
	free(reader->properties);
	free(reader->functions);
	free(reader->signatures);
	free(reader->open);
}

bool apitrace_read(struct convert_input *input)
{
	struct reader reader = {.parser = apitrace_parse_open(input->in)};
	bool is_done =
		apitrace_parse_head(reader.parser, take_property, &reader);
	const char *error;

	if (is_done) {
		open_archive(&reader, input->archive);
		is_done = read_events(&reader, input);
	}
	error = apitrace_parse_error(reader.parser);
	if (error)
		snprintf(input->error, sizeof(input->error), "%s", error);
	else if (!is_done && !input->error[0])
		report_short_file(&reader, input->error);
	is_done &= !error;
	if (is_done)
		note_repairs(&reader, input->notes);
	close_reader(&reader);
	return is_done;
}
