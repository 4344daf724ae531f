/* SPDX-License-Identifier: MIT */
/*
 * Lines of instructions, see line_table.h.
 */
#include "writer/line_table.h"

#include <stdbool.h>

/* The first byte of an entry, and no other one. */
#define HEAD 0x80u
/* Kinds of entries; those below have no change of the line, those between say
 * it by their number. */
#define FORM_ONE_LINE 10u
#define FORM_NO_COLUMN 13u
#define FORM_LONG 14u
#define FORM_NONE 15u
#define CODE_UNIT_BYTES 2u
/* Of a number: six bits, and whether more follow. */
#define CHUNK_BITS 6u
#define HAS_MORE 0x40u
#define MAX_NUMBER_BITS 36u

/* The bytes of a table that are still to be read. */
struct table {
	const uint8_t *at, *end;
};

static bool is_in_entry(const struct table *in)
{
	return in->at < in->end && !(*in->at & HEAD);
}

/* The number at the place; its lowest bit is the sign. */
static int64_t get_signed(struct table *in)
{
	uint64_t value = 0;
	unsigned shift = 0;
	bool has_more = true;

	for (; has_more && is_in_entry(in) && shift < MAX_NUMBER_BITS;
	     shift += CHUNK_BITS) {
		has_more = *in->at & HAS_MORE;
		value |= (uint64_t)(*in->at++ & (HAS_MORE - 1)) << shift;
	}
	return value & 1 ? -(int64_t)(value >> 1) : (int64_t)(value >> 1);
}

/* How many lines the entry is behind the one before. */
static int64_t get_change(struct table *in, unsigned form)
{
	if (form == FORM_NO_COLUMN || form == FORM_LONG)
		return get_signed(in);
	return form >= FORM_ONE_LINE && form < FORM_NO_COLUMN
		       ? form - FORM_ONE_LINE
		       : 0;
}

uint32_t fxw_line_at(const uint8_t *table, size_t n_bytes, uint32_t first_line,
		     uint64_t off)
{
	struct table in = {table, table + n_bytes};
	int64_t line = first_line;

	while (in.at < in.end && *in.at & HEAD) {
		unsigned head = *in.at++, form = head >> 3 & 15;
		uint64_t n = ((head & 7) + 1) * CODE_UNIT_BYTES;

		line += get_change(&in, form);
		if (off < n)
			return form != FORM_NONE && line > 0 &&
					       line <= INT32_MAX
				       ? (uint32_t)line
				       : 0;
		off -= n;
		while (is_in_entry(&in))
			in.at++;
	}
	return 0;
}
