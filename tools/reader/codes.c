/* SPDX-License-Identifier: MIT */
/*
 * Functions of interpreters, see codes.h.
 */
#include "tools/reader/codes.h"

#include <stdlib.h>

#include "tools/reader/types.h"
#include "writer/wire.h"

/* No program has more. */
#define MAX_CODES (1u << 20)
/* CPython, Objects/locations.md: kinds of location entries. */
#define ENTRY 0x80u /* the first byte of an entry, and no other one */
#define FORM_ONE_LINE 10u
#define FORM_NO_COLUMN 13u
#define FORM_LONG 14u
#define FORM_NONE 15u
#define CODE_UNIT_BYTES 2u
/* Of a number: six bits, and whether more follow. */
#define CHUNK_BITS 6
#define HAS_MORE 0x40u

void fxr_codes_put(struct fxr_codes *codes, uint32_t provider, uint32_t id,
		   struct fxr_bytes *body)
{
	struct fxr_code code = {0};
	uint64_t first_line;

	code.language = fxr_get_text(body);
	code.name = fxr_get_text(body);
	code.file = fxr_get_text(body);
	first_line = fxr_get_varint(body);
	code.lines = fxr_get_text(body);
	if (first_line > INT32_MAX)
		body->is_bad = true;
	if (body->is_bad || codes->n == MAX_CODES ||
	    fxr_map_find(&codes->map, provider, id, 0) != FXR_NONE)
		return;
	code.first_line = (uint32_t)first_line;
	code.language = fxr_arena_text(&codes->arena, code.language);
	code.name = fxr_arena_text(&codes->arena, code.name);
	code.file = fxr_arena_text(&codes->arena, code.file);
	code.lines = fxr_arena_text(&codes->arena, code.lines);
	fxr_map_put(&codes->map, provider, id, 0, (uint32_t)codes->n);
	codes->items = fxr_grow(codes->items, &codes->space, codes->n + 1,
				sizeof(*codes->items));
	codes->items[codes->n++] = code;
}

const struct fxr_code *fxr_codes_find(const struct fxr_codes *codes,
				      uint32_t provider, uint64_t address)
{
	uint64_t id = (address & (FXW_STACK_CODE - 1)) >> FXW_STACK_OFF_BITS;
	uint32_t at = id < FXR_NONE ? fxr_map_find(&codes->map, provider,
						   (uint32_t)id, 0)
				    : FXR_NONE;

	return at == FXR_NONE ? NULL : &codes->items[at];
}

/* The bytes of a table that are still to be read. */
struct table {
	const unsigned char *at, *end;
};

static bool is_inside_entry(const struct table *in)
{
	return in->at < in->end && !(*in->at & ENTRY);
}

/* The signed number at the place, its sign in the lowest bit. */
static int64_t get_signed(struct table *in)
{
	uint64_t value = 0;
	unsigned shift = 0;
	bool goes_on = true;

	for (; goes_on && is_inside_entry(in) && shift < 36;
	     shift += CHUNK_BITS) {
		goes_on = *in->at & HAS_MORE;
		value |= (uint64_t)(*in->at++ & (HAS_MORE - 1)) << shift;
	}
	return value & 1 ? -(int64_t)(value >> 1) : (int64_t)(value >> 1);
}

/* How many lines the entry is behind the one before. */
static int64_t delta_of(struct table *in, unsigned form)
{
	if (form == FORM_NO_COLUMN || form == FORM_LONG)
		return get_signed(in);
	return form >= FORM_ONE_LINE && form < FORM_NO_COLUMN
		       ? form - FORM_ONE_LINE
		       : 0;
}

uint32_t fxr_code_line(const struct fxr_code *code, uint64_t address)
{
	uint64_t off = address & FXW_STACK_OFF_MAX, from = 0;
	struct table in = {(const unsigned char *)code->lines.bytes,
			   (const unsigned char *)code->lines.bytes +
				   code->lines.n_bytes};
	int64_t line = code->first_line;

	while (in.at < in.end && *in.at & ENTRY) {
		unsigned head = *in.at++, form = head >> 3 & 15;
		uint64_t n_bytes = ((head & 7) + 1) * CODE_UNIT_BYTES;

		line += delta_of(&in, form);
		if (off - from < n_bytes)
			return form != FORM_NONE && line > 0 &&
					       line <= INT32_MAX
				       ? (uint32_t)line
				       : 0;
		from += n_bytes;
		while (is_inside_entry(&in))
			in.at++;
	}
	return 0;
}

void fxr_codes_fini(struct fxr_codes *codes)
{
	free(codes->items);
	fxr_map_fini(&codes->map);
	fxr_arena_fini(&codes->arena);
	*codes = (struct fxr_codes){0};
}
