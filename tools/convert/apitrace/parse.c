/* SPDX-License-Identifier: MIT */
/*
 * Events of an apitrace file, see parse.h: values, calls, stacks.
 */
#include "tools/convert/apitrace/parse.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/apitrace/piece.h"

#define MAX_DEPTH 28u	      /* of values in values */
#define MAX_VALUES (1u << 17) /* of one event; more are left out */
#define MAX_FRAMES 4096u

struct apitrace_parser {
	struct apitrace_pieces in;
	unsigned version;
	uint64_t n_calls, n_left_out;
	size_t n_values;
	unsigned depth;
	struct apitrace_arg args[APITRACE_MAX_ARGS];
};

static void parse_value(struct apitrace_parser *parser,
			struct apitrace_value *value);

static void parse_enum(struct apitrace_parser *parser,
		       struct apitrace_value *value)
{
	if (parser->version < 3) {
		value->definition = apitrace_piece_old_enum(&parser->in);
		if (value->definition->n)
			value->number = value->definition->numbers[0];
		return;
	}
	value->definition = apitrace_piece_sig(&parser->in, APITRACE_ENUMS);
	value->number = apitrace_piece_number(&parser->in);
}

/* Consecutive items. Those that do not fit are read and dropped. */
static void parse_items(struct apitrace_parser *parser,
			struct apitrace_value *value, uint64_t n)
{
	struct apitrace_value *items = NULL;
	size_t space = 0, n_stored = 0;

	for (uint64_t i = 0; i < n && !parser->in.is_bad; i++) {
		struct apitrace_value item = {0};

		parse_value(parser, &item);
		if (parser->n_values >= MAX_VALUES) {
			parser->n_left_out++;
			continue;
		}
		items = fxr_grow(items, &space, n_stored + 1, sizeof(item));
		items[n_stored++] = item;
		parser->n_values++;
	}
	if (n_stored) {
		value->items = fxr_arena_alloc(&parser->in.arena,
					       n_stored * sizeof(*items));
		memcpy(value->items, items, n_stored * sizeof(*items));
	}
	value->n_items = n_stored;
	free(items);
}

static void parse_struct(struct apitrace_parser *parser,
			 struct apitrace_value *value)
{
	value->definition = apitrace_piece_sig(&parser->in, APITRACE_STRUCTS);
	parse_items(parser, value, value->definition->n);
}

static void parse_float(struct apitrace_parser *parser,
			struct apitrace_value *value)
{
	float number = 0;
	struct fxr_text bytes =
		apitrace_piece_bytes(&parser->in, &parser->in.arena,
				     value->tag == APITRACE_FLOAT ? 4 : 8);

	if (bytes.n_bytes == 4) {
		memcpy(&number, bytes.bytes, 4);
		value->real = (double)number;
	} else if (bytes.n_bytes == 8) {
		memcpy(&value->real, bytes.bytes, 8);
	}
	value->text = bytes; /* the bits of the number */
}

static void parse_wide(struct apitrace_parser *parser,
		       struct apitrace_value *value)
{
	uint64_t n = apitrace_piece_count(&parser->in, APITRACE_NAME_BYTES,
					  "a wide string without end");
	uint32_t *chars = NULL;
	size_t space = 0, i;

	for (i = 0; i < n && !parser->in.is_bad; i++) {
		chars = fxr_grow(chars, &space, i + 1, sizeof(*chars));
		chars[i] = (uint32_t)apitrace_piece_varint(&parser->in);
	}
	value->text = fxr_arena_text(&parser->in.arena,
				     fxr_text((char *)chars, i * 4));
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
		value->number = 0 - apitrace_piece_varint(&parser->in);
		return;
	case APITRACE_UINT:
	case APITRACE_OPAQUE:
		value->number = apitrace_piece_varint(&parser->in);
		return;
	case APITRACE_FLOAT:
	case APITRACE_DOUBLE:
		parse_float(parser, value);
		return;
	case APITRACE_STRING:
	case APITRACE_BLOB:
		value->text = apitrace_piece_blob(&parser->in);
		return;
	case APITRACE_ENUM:
		parse_enum(parser, value);
		return;
	case APITRACE_BITMASK:
		value->definition =
			apitrace_piece_sig(&parser->in, APITRACE_BITMASKS);
		value->number = apitrace_piece_varint(&parser->in);
		return;
	case APITRACE_ARRAY:
		parse_items(parser, value, apitrace_piece_varint(&parser->in));
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
	uint64_t off = apitrace_source_off(parser->in.source);
	unsigned tag = apitrace_piece_byte(&parser->in);

	*value = (struct apitrace_value){0};
	if (tag > APITRACE_WSTRING)
		apitrace_piece_fail_at(&parser->in, off,
				       "a value of a kind that is none");
	if (++parser->depth > MAX_DEPTH)
		apitrace_piece_fail_at(&parser->in, off,
				       "values too deep within each other");
	if (!parser->in.is_bad) {
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

/* The fields of a new frame: module, function, file, line, offset, in one line
 * between tabs. */
static struct fxr_text get_frame(struct apitrace_parser *parser)
{
	struct fxr_text texts[3] = {0};
	char line[24] = "", offset[24] = "", *bytes = NULL;
	size_t n_bytes = 0;
	struct fxr_text all;
	unsigned detail;
	FILE *out;

	while ((detail = apitrace_piece_byte(&parser->in)) &&
	       !parser->in.is_bad) {
		if (detail <= APITRACE_FRAME_FILE)
			texts[detail - 1] = apitrace_piece_name(&parser->in);
		else if (detail == APITRACE_FRAME_LINE)
			snprintf(line, sizeof(line), "%" PRIu64,
				 apitrace_piece_varint(&parser->in));
		else if (detail == APITRACE_FRAME_OFFSET)
			snprintf(offset, sizeof(offset), "%" PRIu64,
				 apitrace_piece_varint(&parser->in));
		else
			apitrace_piece_fail(&parser->in,
					    "a detail of a frame that is none");
	}
	out = open_memstream(&bytes, &n_bytes);
	if (!out)
		return fxr_text("", 0);
	for (unsigned i = 0; i < 3; i++)
		add_field(out, texts[i], '\t');
	fprintf(out, "%s\t%s", line, offset);
	fclose(out);
	all = fxr_arena_text(&parser->in.sigs, fxr_text(bytes, n_bytes));
	free(bytes);
	return all;
}

static void parse_stack(struct apitrace_parser *parser,
			struct apitrace_record *record)
{
	uint64_t n = apitrace_piece_count(&parser->in, MAX_FRAMES,
					  "a stack without end");
	size_t n_bytes = 0;
	char *bytes = NULL;
	FILE *out = open_memstream(&bytes, &n_bytes);

	for (uint64_t i = 0; i < n && !parser->in.is_bad; i++) {
		bool is_new;
		struct apitrace_definition *frame = apitrace_piece_definition(
			&parser->in, APITRACE_FRAMES, &is_new);

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
		record->stack = fxr_arena_text(&parser->in.arena,
					       fxr_text(bytes, n_bytes));
	free(bytes);
}

static void parse_arg(struct apitrace_parser *parser,
		      struct apitrace_record *record, bool is_ret)
{
	uint64_t off = apitrace_source_off(parser->in.source);
	struct apitrace_arg arg = {.place = APITRACE_RET};

	if (!is_ret)
		arg.place = apitrace_piece_varint(&parser->in);
	if (!is_ret && record->function && arg.place >= record->function->n)
		apitrace_piece_fail_at(&parser->in, off,
				       "an argument that the function has not");
	parse_value(parser, &arg.value);
	if (record->n_args == APITRACE_MAX_ARGS) {
		apitrace_piece_fail_at(&parser->in, off,
				       "more arguments than any function has");
		return;
	}
	parser->args[record->n_args++] = arg;
}

static void parse_details(struct apitrace_parser *parser,
			  struct apitrace_record *record)
{
	while (!parser->in.is_bad) {
		uint64_t off = apitrace_source_off(parser->in.source);

		switch (apitrace_piece_byte(&parser->in)) {
		case APITRACE_CALL_END:
			return;
		case APITRACE_CALL_ARG:
			parse_arg(parser, record, false);
			break;
		case APITRACE_CALL_RET:
			parse_arg(parser, record, true);
			break;
		case APITRACE_CALL_THREAD:
			record->thread = apitrace_piece_varint(&parser->in);
			break;
		case APITRACE_CALL_BACKTRACE:
			parse_stack(parser, record);
			break;
		case APITRACE_CALL_FLAGS:
			record->flags = apitrace_piece_varint(&parser->in);
			break;
		default:
			apitrace_piece_fail_at(
				&parser->in, off,
				"a detail of a call that is none");
		}
	}
}

bool apitrace_parse_next(struct apitrace_parser *parser,
			 struct apitrace_record *record)
{
	uint64_t off = apitrace_source_off(parser->in.source);
	int event = parser->in.is_bad ? -1
				      : apitrace_source_byte(parser->in.source);

	fxr_arena_reset(&parser->in.arena);
	parser->n_values = 0;
	parser->in.n_blob_bytes = 0;
	*record = (struct apitrace_record){.off = off, .args = parser->args};
	if (event < 0) {
		if (!parser->in.is_bad &&
		    apitrace_source_trouble(parser->in.source))
			apitrace_piece_ends(&parser->in);
		parser->in.is_cut |= apitrace_source_is_cut(parser->in.source);
		return false;
	}
	record->is_enter = event == APITRACE_ENTER;
	if (event == APITRACE_ENTER) {
		if (parser->version >= 4)
			record->thread = apitrace_piece_varint(&parser->in);
		record->function =
			apitrace_piece_sig(&parser->in, APITRACE_FUNCTIONS);
		record->call = parser->n_calls++;
	} else if (event == APITRACE_LEAVE) {
		record->call = apitrace_piece_varint(&parser->in);
	} else {
		apitrace_piece_fail_at(&parser->in, off,
				       "an event that is none");
	}
	parse_details(parser, record);
	return !parser->in.is_bad;
}

static struct fxr_text get_property(struct apitrace_parser *parser)
{
	uint64_t n = apitrace_piece_count(&parser->in, APITRACE_NAME_BYTES,
					  "a property without end");

	return apitrace_piece_bytes(&parser->in, &parser->in.arena, n);
}

bool apitrace_parse_head(struct apitrace_parser *parser,
			 void (*take)(void *context, struct fxr_text name,
				      struct fxr_text value),
			 void *context)
{
	uint64_t version = apitrace_piece_varint(&parser->in);

	if (parser->in.is_bad)
		return false;
	if (version > APITRACE_VERSION)
		apitrace_piece_fail_at(
			&parser->in, 0,
			"no file of apitrace, or of a later one");
	parser->version = (unsigned)version;
	if (version < 6)
		return !parser->in.is_bad;
	(void)apitrace_piece_varint(&parser->in); /* how a replay treats it */
	while (!parser->in.is_bad) {
		struct fxr_text name = get_property(parser);

		if (!name.n_bytes)
			break;
		take(context, name, get_property(parser));
		fxr_arena_reset(&parser->in.arena);
	}
	return !parser->in.is_bad;
}

struct apitrace_parser *apitrace_parse_open(FILE *in)
{
	struct apitrace_parser *parser = fxr_new(1, sizeof(*parser));

	apitrace_piece_open(&parser->in, in);
	return parser;
}

const char *apitrace_parse_error(const struct apitrace_parser *parser)
{
	return parser->in.error[0] ? parser->in.error : NULL;
}

bool apitrace_parse_is_cut(const struct apitrace_parser *parser)
{
	return parser->in.is_cut;
}

uint64_t apitrace_parse_off(const struct apitrace_parser *parser)
{
	return apitrace_source_off(parser->in.source);
}

uint64_t apitrace_parse_n_left_out(const struct apitrace_parser *parser)
{
	return parser->n_left_out;
}

void apitrace_parse_close(struct apitrace_parser *parser)
{
	apitrace_piece_close(&parser->in);
	free(parser);
}
