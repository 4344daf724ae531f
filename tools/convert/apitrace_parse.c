/* SPDX-License-Identifier: MIT */
/*
 * Events of an apitrace file, see apitrace_parse.h. Signatures are kept for
 * all of the file, so their sum has a limit, too.
 */
#include "tools/convert/apitrace_parse.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 28u	      /* of values in values */
#define MAX_VALUES (1u << 17) /* of one event; more are left out */
/* of one event; with what goes around it, it has to fit tools/convert.c's */
#define MAX_BLOB_BYTES ((256u << 20) - 65536)
#define MAX_NAME_BYTES (1u << 20)
#define MAX_NAMES (1u << 16)	    /* of one signature */
#define MAX_KEPT_BYTES (256u << 20) /* of all signatures */
#define MAX_FRAMES 4096u
#define PIECE_BYTES (64u << 10)

enum kind { FUNCTIONS, ENUMS, BITMASKS, STRUCTS, FRAMES, N_KINDS };

struct table {
	struct fxr_map map; /* by id */
	struct apitrace_definition **all;
	size_t n, room;
};

struct apitrace_parser {
	struct apitrace_source *source;
	unsigned version;
	struct table tables[N_KINDS];
	struct fxr_arena kept;	/* signatures */
	struct fxr_arena arena; /* the event */
	uint64_t n_kept_bytes, n_blob_bytes, n_calls, n_left_out;
	size_t n_values;
	unsigned depth;
	struct apitrace_arg args[APITRACE_MAX_ARGS];
	char *bytes; /* that are being read */
	size_t room;
	bool is_bad, is_cut;
	char error[APITRACE_TROUBLE_BYTES + 64];
};

static void parse_value(struct apitrace_parser *parser,
			struct apitrace_value *value);

static void fail_at(struct apitrace_parser *parser, uint64_t off,
		    const char *what)
{
	if (!parser->is_bad)
		snprintf(parser->error, sizeof(parser->error),
			 "offset %" PRIu64 " (unpacked): %s", off, what);
	parser->is_bad = true;
}

static void fail(struct apitrace_parser *parser, const char *what)
{
	fail_at(parser, apitrace_source_off(parser->source), what);
}

/* There is nothing more where something has to be. */
static void ends(struct apitrace_parser *parser)
{
	const char *trouble = apitrace_source_trouble(parser->source);

	if (trouble)
		fail(parser, trouble);
	parser->is_bad = parser->is_cut = true;
}

static unsigned get_byte(struct apitrace_parser *parser)
{
	int byte = parser->is_bad ? -1 : apitrace_source_byte(parser->source);

	if (byte < 0 && !parser->is_bad)
		ends(parser);
	return byte < 0 ? 0 : (unsigned)byte;
}

static uint64_t get_varint(struct apitrace_parser *parser)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		unsigned byte = get_byte(parser);

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return value;
	}
	fail(parser, "a number of more than 64 bits");
	return 0;
}

/* n bytes in the arena. Room grows with what is there. */
static struct fxr_text get_bytes(struct apitrace_parser *parser,
				 struct fxr_arena *arena, uint64_t n)
{
	size_t n_done = 0;

	while (n_done < n && !parser->is_bad) {
		size_t want = n - n_done < PIECE_BYTES ? (size_t)(n - n_done)
						       : PIECE_BYTES;
		size_t n_got;

		parser->bytes = fxr_grow(parser->bytes, &parser->room,
					 n_done + want, 1);
		n_got = apitrace_source_read(parser->source,
					     parser->bytes + n_done, want);
		n_done += n_got;
		if (n_got < want)
			ends(parser);
	}
	if (parser->is_bad || !n)
		return fxr_text("", 0);
	return fxr_arena_text(arena, fxr_text(parser->bytes, n_done));
}

static uint64_t get_count(struct apitrace_parser *parser, uint64_t max,
			  const char *what)
{
	uint64_t off = apitrace_source_off(parser->source);
	uint64_t n = get_varint(parser);

	if (n <= max)
		return n;
	fail_at(parser, off, what);
	return 0;
}

/* A name of a signature. */
static struct fxr_text get_name(struct apitrace_parser *parser)
{
	uint64_t n = get_count(parser, MAX_NAME_BYTES, "a name without end");

	parser->n_kept_bytes += n + 64;
	if (parser->n_kept_bytes > MAX_KEPT_BYTES)
		fail(parser, "more signatures than any program needs");
	return get_bytes(parser, &parser->kept, n);
}

static struct fxr_text get_blob(struct apitrace_parser *parser)
{
	uint64_t n = get_count(parser, MAX_BLOB_BYTES - parser->n_blob_bytes,
			       "close to 256 MiB or more in one event");

	parser->n_blob_bytes += n;
	return get_bytes(parser, &parser->arena, n);
}

/* A number with its tag. */
static uint64_t get_number(struct apitrace_parser *parser)
{
	uint64_t off = apitrace_source_off(parser->source);
	unsigned tag = get_byte(parser);

	if (tag == APITRACE_UINT)
		return get_varint(parser);
	if (tag == APITRACE_NEGATIVE)
		return 0 - get_varint(parser);
	if (tag == APITRACE_TRUE || tag == APITRACE_FALSE)
		return tag == APITRACE_TRUE;
	fail_at(parser, off, "expected an integer");
	return 0;
}

/* The definition with the id that comes; *is_new: it is to be filled now. */
static struct apitrace_definition *get_definition(
	struct apitrace_parser *parser, enum kind kind, bool *is_new)
{
	struct table *table = &parser->tables[kind];
	uint64_t id = get_varint(parser);
	uint32_t at = fxr_map_find(&table->map, id, 0, 0);
	struct apitrace_definition *made;

	*is_new = at == FXR_NONE;
	if (!*is_new)
		return table->all[at];
	made = fxr_arena_alloc(&parser->kept, sizeof(*made));
	made->id = id;
	made->number = (uint32_t)table->n;
	parser->n_kept_bytes += 128;
	if (parser->is_bad)
		return made;
	table->all = fxr_grow(table->all, &table->room, table->n + 1,
			      sizeof(struct apitrace_definition *));
	table->all[table->n] = made;
	fxr_map_put(&table->map, id, 0, 0, (uint32_t)table->n++);
	return made;
}

/* n names, each with a number if the kind has them. */
static void get_names(struct apitrace_parser *parser, enum kind kind,
		      struct apitrace_definition *made)
{
	uint64_t n = get_count(parser, MAX_NAMES,
			       "a signature of more names than any");
	size_t names_room = 0, numbers_room = 0;
	struct fxr_text *names = NULL;
	uint64_t *numbers = NULL;
	size_t i;

	for (i = 0; i < n && !parser->is_bad; i++) {
		names = fxr_grow(names, &names_room, i + 1, sizeof(*names));
		numbers = fxr_grow(numbers, &numbers_room, i + 1,
				   sizeof(*numbers));
		names[i] = get_name(parser);
		if (kind == ENUMS)
			numbers[i] = get_number(parser);
		else if (kind == BITMASKS)
			numbers[i] = get_varint(parser);
	}
	if (i) {
		made->names =
			fxr_arena_alloc(&parser->kept, i * sizeof(*names));
		memcpy(made->names, names, i * sizeof(*names));
		made->numbers =
			fxr_arena_alloc(&parser->kept, i * sizeof(*numbers));
		memcpy(made->numbers, numbers, i * sizeof(*numbers));
	}
	made->n = i;
	free(names);
	free(numbers);
}

static const struct apitrace_definition *get_sig(struct apitrace_parser *parser,
						 enum kind kind)
{
	bool is_new;
	struct apitrace_definition *made =
		get_definition(parser, kind, &is_new);

	if (!is_new)
		return made;
	if (kind == FUNCTIONS || kind == STRUCTS)
		made->name = get_name(parser);
	get_names(parser, kind, made);
	return made;
}

/* Up to version 2: of each enum only the constant that it is. */
static const struct apitrace_definition *get_old_enum(
	struct apitrace_parser *parser)
{
	bool is_new;
	struct apitrace_definition *made =
		get_definition(parser, ENUMS, &is_new);

	if (!is_new)
		return made;
	made->names = fxr_arena_alloc(&parser->kept, sizeof(*made->names));
	made->numbers = fxr_arena_alloc(&parser->kept, sizeof(*made->numbers));
	made->names[0] = get_name(parser);
	made->numbers[0] = get_number(parser);
	made->n = 1;
	return made;
}

static void parse_enum(struct apitrace_parser *parser,
		       struct apitrace_value *value)
{
	if (parser->version < 3) {
		value->definition = get_old_enum(parser);
		if (value->definition->n)
			value->number = value->definition->numbers[0];
		return;
	}
	value->definition = get_sig(parser, ENUMS);
	value->number = get_number(parser);
}

/* Items behind each other; those that find no room are read over. */
static void parse_items(struct apitrace_parser *parser,
			struct apitrace_value *value, uint64_t n)
{
	struct apitrace_value *items = NULL;
	size_t room = 0, n_kept = 0;

	for (uint64_t i = 0; i < n && !parser->is_bad; i++) {
		struct apitrace_value item = {0};

		parse_value(parser, &item);
		if (parser->n_values >= MAX_VALUES) {
			parser->n_left_out++;
			continue;
		}
		items = fxr_grow(items, &room, n_kept + 1, sizeof(item));
		items[n_kept++] = item;
		parser->n_values++;
	}
	if (n_kept) {
		value->items = fxr_arena_alloc(&parser->arena,
					       n_kept * sizeof(*items));
		memcpy(value->items, items, n_kept * sizeof(*items));
	}
	value->n_items = n_kept;
	free(items);
}

static void parse_struct(struct apitrace_parser *parser,
			 struct apitrace_value *value)
{
	value->definition = get_sig(parser, STRUCTS);
	parse_items(parser, value, value->definition->n);
}

static void parse_float(struct apitrace_parser *parser,
			struct apitrace_value *value)
{
	float number = 0;
	struct fxr_text bytes = get_bytes(parser, &parser->arena,
					  value->tag == APITRACE_FLOAT ? 4 : 8);

	if (bytes.n_bytes == 4) {
		memcpy(&number, bytes.bytes, 4);
		value->real = (double)number;
	} else if (bytes.n_bytes == 8) {
		memcpy(&value->real, bytes.bytes, 8);
	}
	value->text = bytes; /* its bits */
}

static void parse_wide(struct apitrace_parser *parser,
		       struct apitrace_value *value)
{
	uint64_t n = get_count(parser, MAX_NAME_BYTES,
			       "a wide string "
			       "without end");
	uint32_t *chars = NULL;
	size_t room = 0, i;

	for (i = 0; i < n && !parser->is_bad; i++) {
		chars = fxr_grow(chars, &room, i + 1, sizeof(*chars));
		chars[i] = (uint32_t)get_varint(parser);
	}
	value->text =
		fxr_arena_text(&parser->arena, fxr_text((char *)chars, i * 4));
	free(chars);
}

static void parse_tagged(struct apitrace_parser *parser,
			 struct apitrace_value *value)
{
	switch (value->tag) {
	case APITRACE_NULL:
	case APITRACE_FALSE:
	case APITRACE_TRUE:
		return;
	case APITRACE_NEGATIVE:
		value->number = 0 - get_varint(parser);
		return;
	case APITRACE_UINT:
	case APITRACE_OPAQUE:
		value->number = get_varint(parser);
		return;
	case APITRACE_FLOAT:
	case APITRACE_DOUBLE:
		parse_float(parser, value);
		return;
	case APITRACE_STRING:
	case APITRACE_BLOB:
		value->text = get_blob(parser);
		return;
	case APITRACE_ENUM:
		parse_enum(parser, value);
		return;
	case APITRACE_BITMASK:
		value->definition = get_sig(parser, BITMASKS);
		value->number = get_varint(parser);
		return;
	case APITRACE_ARRAY:
		parse_items(parser, value, get_varint(parser));
		return;
	case APITRACE_STRUCT:
		parse_struct(parser, value);
		return;
	case APITRACE_REPR:
		parse_items(parser, value, 2);
		return;
	case APITRACE_WSTRING:
		parse_wide(parser, value);
		return;
	}
}

static void parse_value(struct apitrace_parser *parser,
			struct apitrace_value *value)
{
	uint64_t off = apitrace_source_off(parser->source);
	unsigned tag = get_byte(parser);

	*value = (struct apitrace_value){0};
	if (tag > APITRACE_WSTRING)
		fail_at(parser, off, "a value of a kind that is none");
	if (++parser->depth > MAX_DEPTH)
		fail_at(parser, off, "values too deep within each other");
	if (!parser->is_bad) {
		value->tag = (enum apitrace_tag)tag;
		parse_tagged(parser, value);
	}
	parser->depth--;
}

static void add_field(FILE *out, struct fxr_text text, char after)
{
	for (size_t i = 0; i < text.n_bytes; i++)
		putc(strchr("\t\n", text.bytes[i]) && text.bytes[i]
			     ? ' '
			     : text.bytes[i],
		     out);
	putc(after, out);
}

/* The fields of a frame that is new: module, function, file, line, offset, in
 * one line between tabs. */
static struct fxr_text get_frame(struct apitrace_parser *parser)
{
	struct fxr_text texts[3] = {0};
	char line[24] = "", offset[24] = "", *bytes = NULL;
	size_t n_bytes = 0;
	struct fxr_text all;
	unsigned detail;
	FILE *out;

	while ((detail = get_byte(parser)) && !parser->is_bad) {
		if (detail <= APITRACE_FRAME_FILE)
			texts[detail - 1] = get_name(parser);
		else if (detail == APITRACE_FRAME_LINE)
			snprintf(line, sizeof(line), "%" PRIu64,
				 get_varint(parser));
		else if (detail == APITRACE_FRAME_OFFSET)
			snprintf(offset, sizeof(offset), "%" PRIu64,
				 get_varint(parser));
		else
			fail(parser, "a detail of a frame that is none");
	}
	out = open_memstream(&bytes, &n_bytes);
	if (!out)
		return fxr_text("", 0);
	for (unsigned i = 0; i < 3; i++)
		add_field(out, texts[i], '\t');
	fprintf(out, "%s\t%s", line, offset);
	fclose(out);
	all = fxr_arena_text(&parser->kept, fxr_text(bytes, n_bytes));
	free(bytes);
	return all;
}

static void parse_stack(struct apitrace_parser *parser,
			struct apitrace_record *record)
{
	uint64_t n = get_count(parser, MAX_FRAMES, "a stack without end");
	size_t n_bytes = 0;
	char *bytes = NULL;
	FILE *out = open_memstream(&bytes, &n_bytes);

	for (uint64_t i = 0; i < n && !parser->is_bad; i++) {
		bool is_new;
		struct apitrace_definition *frame =
			get_definition(parser, FRAMES, &is_new);

		if (is_new)
			frame->name = get_frame(parser);
		if (out)
			fprintf(out, "%s%.*s", i ? "\n" : "",
				(int)frame->name.n_bytes, frame->name.bytes);
	}
	if (!out)
		return;
	fclose(out);
	if (n)
		record->stack = fxr_arena_text(&parser->arena,
					       fxr_text(bytes, n_bytes));
	free(bytes);
}

static void parse_arg(struct apitrace_parser *parser,
		      struct apitrace_record *record, bool is_ret)
{
	uint64_t off = apitrace_source_off(parser->source);
	struct apitrace_arg arg = {.place = APITRACE_RET};

	if (!is_ret)
		arg.place = get_varint(parser);
	if (!is_ret && record->function && arg.place >= record->function->n)
		fail_at(parser, off, "an argument that the function has not");
	parse_value(parser, &arg.value);
	if (record->n_args == APITRACE_MAX_ARGS) {
		fail_at(parser, off, "more arguments than any function has");
		return;
	}
	parser->args[record->n_args++] = arg;
}

static void parse_details(struct apitrace_parser *parser,
			  struct apitrace_record *record)
{
	while (!parser->is_bad) {
		uint64_t off = apitrace_source_off(parser->source);

		switch (get_byte(parser)) {
		case APITRACE_CALL_END:
			return;
		case APITRACE_CALL_ARG:
			parse_arg(parser, record, false);
			break;
		case APITRACE_CALL_RET:
			parse_arg(parser, record, true);
			break;
		case APITRACE_CALL_THREAD:
			record->thread = get_varint(parser);
			break;
		case APITRACE_CALL_BACKTRACE:
			parse_stack(parser, record);
			break;
		case APITRACE_CALL_FLAGS:
			record->flags = get_varint(parser);
			break;
		default:
			fail_at(parser, off, "a detail of a call that is none");
		}
	}
}

bool apitrace_parse_next(struct apitrace_parser *parser,
			 struct apitrace_record *record)
{
	uint64_t off = apitrace_source_off(parser->source);
	int event = parser->is_bad ? -1 : apitrace_source_byte(parser->source);

	fxr_arena_reset(&parser->arena);
	parser->n_values = 0;
	parser->n_blob_bytes = 0;
	*record = (struct apitrace_record){.off = off, .args = parser->args};
	if (event < 0) {
		if (!parser->is_bad && apitrace_source_trouble(parser->source))
			ends(parser);
		parser->is_cut |= apitrace_source_is_cut(parser->source);
		return false;
	}
	record->is_enter = event == APITRACE_ENTER;
	if (event == APITRACE_ENTER) {
		if (parser->version >= 4)
			record->thread = get_varint(parser);
		record->function = get_sig(parser, FUNCTIONS);
		record->call = parser->n_calls++;
	} else if (event == APITRACE_LEAVE) {
		record->call = get_varint(parser);
	} else {
		fail_at(parser, off, "an event that is none");
	}
	parse_details(parser, record);
	return !parser->is_bad;
}

static struct fxr_text get_property(struct apitrace_parser *parser)
{
	uint64_t n =
		get_count(parser, MAX_NAME_BYTES, "a property without end");

	return get_bytes(parser, &parser->arena, n);
}

bool apitrace_parse_head(struct apitrace_parser *parser,
			 void (*take)(void *context, struct fxr_text name,
				      struct fxr_text value),
			 void *context)
{
	uint64_t version = get_varint(parser);

	if (parser->is_bad)
		return false;
	if (version > APITRACE_VERSION)
		fail_at(parser, 0, "no file of apitrace, or of a later one");
	parser->version = (unsigned)version;
	if (version < 6)
		return !parser->is_bad;
	(void)get_varint(parser); /* how it is to be replayed */
	while (!parser->is_bad) {
		struct fxr_text name = get_property(parser);

		if (!name.n_bytes)
			break;
		take(context, name, get_property(parser));
		fxr_arena_reset(&parser->arena);
	}
	return !parser->is_bad;
}

struct apitrace_parser *apitrace_parse_open(FILE *in)
{
	struct apitrace_parser *parser = fxr_new(1, sizeof(*parser));

	parser->source = apitrace_source_open(in);
	return parser;
}

unsigned apitrace_parse_version(const struct apitrace_parser *parser)
{
	return parser->version;
}

const char *apitrace_parse_error(const struct apitrace_parser *parser)
{
	return parser->error[0] ? parser->error : NULL;
}

bool apitrace_parse_is_cut(const struct apitrace_parser *parser)
{
	return parser->is_cut;
}

uint64_t apitrace_parse_off(const struct apitrace_parser *parser)
{
	return apitrace_source_off(parser->source);
}

uint64_t apitrace_parse_n_left_out(const struct apitrace_parser *parser)
{
	return parser->n_left_out;
}

void apitrace_parse_close(struct apitrace_parser *parser)
{
	for (unsigned i = 0; i < N_KINDS; i++) {
		free(parser->tables[i].all);
		fxr_map_fini(&parser->tables[i].map);
	}
	fxr_arena_fini(&parser->kept);
	fxr_arena_fini(&parser->arena);
	free(parser->bytes);
	apitrace_source_close(parser->source);
	free(parser);
}
