/* SPDX-License-Identifier: MIT */
/*
 * Entries of Python's functions, see python_code.h. Objects are read in place:
 * their function is running.
 */
#include "preload/unwind/python_code.h"

#include "preload/runtime/readable.h"
#include "preload/schema/entry.h"
#include "preload/unwind/emit.h"
#include "preload/unwind/ids.h"
#include "writer/bytes.h"
#include "writer/line_table.h"
#include "writer/record.h"
#include "writer/wire.h"

#define LANGUAGE "python"
#define MAX_TEXT_BYTES 1024u
/* Of a table of lines in the archive; where it is longer, the recorder looks
 * each line up. */
#define MAX_LINES_BYTES (16u * 1024)
#define MAX_TABLE_BYTES (64u << 20)
#define MIX 0xd6e8feb86659fd93ull
/* In a text's state: bytes of a character, and whether all are ASCII. */
#define KIND_SHIFT 2
#define IS_COMPACT (1u << 5)
#define IS_ASCII (1u << 6)

static struct fxp_ids ids;

/* A text of the interpreter. */
struct text {
	uintptr_t at;
	uint32_t n;	  /* characters */
	uint32_t n_bytes; /* as UTF-8 */
	uint8_t width;	  /* bytes of a character; 0: ASCII */
};

struct code {
	struct text name, file;
	uintptr_t lines;
	uint32_t n_lines_bytes;
	uint32_t first_line;
};

struct emission {
	uint32_t id;
	const struct code *code;
};

static uint64_t word_at(uintptr_t at)
{
	return fxw_load8((const void *)at);
}

static bool may_read(uintptr_t at, size_t n)
{
	return at % 8 == 0 && fxp_known_readable((const void *)at, n);
}

static uint32_t character(const struct text *text, uint32_t i)
{
	const uint8_t *at = (const uint8_t *)text->at + (size_t)i * text->width;

	return text->width == 4	  ? fxw_load4(at)
	       : text->width == 2 ? fxw_load2(at)
				  : *at;
}

/* Bytes of a character in UTF-8; 0: it has none. */
static unsigned utf8_bytes(uint32_t c)
{
	return c < 0x80			   ? 1
	       : c < 0x800		   ? 2
	       : c >= 0xd800 && c < 0xe000 ? 0
	       : c < 0x10000		   ? 3
	       : c < 0x110000		   ? 4
					   : 0;
}

static uint8_t *put_character(uint8_t *to, uint32_t c)
{
	static const uint8_t heads[5] = {0, 0, 0xc0, 0xe0, 0xf0};
	unsigned n = utf8_bytes(c);

	if (n == 1) {
		*to++ = (uint8_t)c;
		return to;
	}
	for (unsigned i = 0; i < n; i++) {
		unsigned shift = 6 * (n - 1 - i);

		*to++ = (uint8_t)(i ? 0x80 | (c >> shift & 0x3f)
				    : heads[n] | c >> shift);
	}
	return to;
}

/* How much of it fits. */
static void measure(struct text *text)
{
	uint32_t n_bytes = 0, n = 0;

	if (!text->width) {
		if (text->n > MAX_TEXT_BYTES)
			text->n = MAX_TEXT_BYTES;
		text->n_bytes = text->n;
		return;
	}
	for (; n < text->n; n++) {
		unsigned more = utf8_bytes(character(text, n));

		if (n_bytes + more > MAX_TEXT_BYTES)
			break;
		n_bytes += more;
	}
	text->n = n;
	text->n_bytes = n_bytes;
}

/* The text of a str object; false: it is none. */
static bool read_text(const struct fxp_python_layout *layout, uintptr_t object,
		      struct text *text)
{
	uint32_t state;
	uint64_t n;

	if (!may_read(object, layout->text_ascii))
		return false;
	state = fxw_load4((const void *)(object + layout->text_state));
	n = word_at(object + layout->text_length);
	text->width = state & IS_ASCII ? 0 : state >> KIND_SHIFT & 7;
	if (!(state & IS_COMPACT) || text->width == 3 || text->width > 4)
		return false;
	text->n = n < MAX_TEXT_BYTES ? (uint32_t)n : MAX_TEXT_BYTES;
	text->at =
		object + (text->width ? layout->text_wide : layout->text_ascii);
	if (!may_read(text->at,
		      (size_t)text->n * (text->width ? text->width : 1)))
		return false;
	measure(text);
	return true;
}

static void put_text(uint8_t **at, const struct text *text)
{
	*at = fxp_put_varint(*at, text->n_bytes);
	if (!text->width) {
		fxw_copy(*at, (const void *)text->at, text->n_bytes);
		*at += text->n_bytes;
		return;
	}
	for (uint32_t i = 0; i < text->n; i++)
		*at = put_character(*at, character(text, i));
}

static size_t text_bytes(uint32_t n_bytes)
{
	return fxp_varint_bytes(n_bytes) + n_bytes;
}

static size_t body_bytes(const struct code *code)
{
	return text_bytes(sizeof(LANGUAGE) - 1) +
	       text_bytes(code->name.n_bytes) + text_bytes(code->file.n_bytes) +
	       fxp_varint_bytes(code->first_line) +
	       text_bytes(code->n_lines_bytes);
}

static void build_entry(struct fxw_record *r, const void *what)
{
	const struct emission *emission = what;
	const struct code *code = emission->code;
	uint8_t *at = fxp_put_entry(r, FXW_ENTRY_CODE, emission->id,
				    body_bytes(code));

	if (!at)
		return;
	at = fxp_put_varint(at, sizeof(LANGUAGE) - 1);
	fxw_copy(at, LANGUAGE, sizeof(LANGUAGE) - 1);
	at += sizeof(LANGUAGE) - 1;
	put_text(&at, &code->name);
	put_text(&at, &code->file);
	at = fxp_put_varint(at, code->first_line);
	at = fxp_put_varint(at, code->n_lines_bytes);
	fxw_copy(at, (const void *)code->lines, code->n_lines_bytes);
}

static bool emit_code(uint32_t id, const void *what)
{
	struct emission emission = {id, what};

	return fxp_emit_entry(build_entry, &emission);
}

/* Length of its table of lines, a bytes object; 0: it has none. */
static uint64_t lines_bytes(const struct fxp_python_layout *layout,
			    uintptr_t code)
{
	uintptr_t object = word_at(code + layout->lines);

	return may_read(object, layout->bytes_at)
		       ? word_at(object + layout->bytes_length)
		       : 0;
}

static bool read_lines(const struct fxp_python_layout *layout, uintptr_t at,
		       struct code *code)
{
	uint64_t n = lines_bytes(layout, at);

	code->lines = word_at(at + layout->lines) + layout->bytes_at;
	code->n_lines_bytes = n <= MAX_LINES_BYTES ? (uint32_t)n : 0;
	return fxp_known_readable((const void *)code->lines,
				  code->n_lines_bytes);
}

/* A later object may be at the same address: its parts are not. */
static uint64_t key_of(const struct fxp_python_layout *layout, uintptr_t code)
{
	const uint64_t parts[] = {
		code, word_at(code + layout->name),
		word_at(code + layout->file), word_at(code + layout->lines),
		fxw_load4((const void *)(code + layout->first_line))};
	uint64_t hash = MIX;

	for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		hash = (hash ^ parts[i]) * MIX;
		hash ^= hash >> 32;
	}
	return hash ? hash : 1;
}

static bool read_code(const struct fxp_python_layout *layout, uintptr_t at,
		      struct code *code)
{
	code->first_line = fxw_load4((const void *)(at + layout->first_line));
	return read_text(layout, word_at(at + layout->name), &code->name) &&
	       read_text(layout, word_at(at + layout->file), &code->file) &&
	       read_lines(layout, at, code);
}

/* Where a code object is. */
struct place {
	const struct fxp_python_layout *layout;
	uintptr_t code;
};

static bool describe(uint32_t id, const void *what)
{
	const struct place *place = what;
	struct code code;

	return read_code(place->layout, place->code, &code) &&
	       emit_code(id, &code);
}

/* Whether the program's: those of the interpreter have one text for all. */
static bool is_program_code(const struct fxp_python_layout *layout,
			    uintptr_t code)
{
	return word_at(code + layout->name) != word_at(code + layout->file);
}

/* The line, where the archive does not have the table. */
static uint32_t line_at(const struct fxp_python_layout *layout, uintptr_t code,
			uint64_t off)
{
	uintptr_t table = word_at(code + layout->lines) + layout->bytes_at;
	uint64_t n_bytes = lines_bytes(layout, code);

	if (n_bytes > MAX_TABLE_BYTES ||
	    !fxp_known_readable((const void *)table, n_bytes))
		return 0;
	return fxw_line_at((const uint8_t *)table, n_bytes,
			   fxw_load4((const void *)(code + layout->first_line)),
			   off);
}

uint64_t fxp_python_address(const struct fxp_python_layout *layout,
			    uintptr_t code, uintptr_t at)
{
	const struct place place = {layout, code};
	uint64_t off = at - (code + layout->first_instruction);
	uint64_t n_bytes;
	uint32_t id;

	if (!may_read(code, layout->first_instruction) ||
	    !is_program_code(layout, code))
		return 0;
	id = fxp_id_of(&ids, key_of(layout, code), describe, &place);
	if (!id)
		return 0;
	if ((int64_t)off < 0)
		off = 0; /* before its first instruction */
	n_bytes = lines_bytes(layout, code);
	if (!n_bytes || n_bytes > MAX_LINES_BYTES)
		off = line_at(layout, code, off);
	if (off > FXW_STACK_OFF_MAX)
		off = FXW_STACK_OFF_MAX;
	return FXW_STACK_CODE | (uint64_t)id << FXW_STACK_OFF_BITS | off;
}

void fxp_python_codes_forget(void)
{
	fxp_ids_forget(&ids);
}
