/* SPDX-License-Identifier: MIT */
/*
 * Functions of interpreters, see codes.h.
 */
#include "tools/reader/codes.h"

#include <stdlib.h>

#include "tools/reader/types.h"
#include "writer/line_table.h"
#include "writer/wire.h"

/* No program has more. */
#define MAX_CODES (1u << 20)
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

uint32_t fxr_code_line(const struct fxr_code *code, uint64_t address)
{
	uint32_t off = address & FXW_STACK_OFF_MAX;

	if (!code->lines.n_bytes)
		return off;
	return fxw_line_at((const uint8_t *)code->lines.bytes,
			   code->lines.n_bytes, code->first_line, off);
}

void fxr_codes_fini(struct fxr_codes *codes)
{
	fxr_free(codes->items);
	fxr_map_fini(&codes->map);
	fxr_arena_fini(&codes->arena);
	*codes = (struct fxr_codes){0};
}
