/* SPDX-License-Identifier: MIT */
/*
 * Bodies of signature entries, see types_parse.h. Bytes behind a body's known
 * fields are ignored: later versions may add fields.
 */
#include "tools/reader/types_parse.h"

static struct fxr_text copied(struct fxr_arena *arena, struct fxr_bytes *body)
{
	return fxr_arena_text(arena, fxr_get_text(body));
}

static struct fxr_text copied_name(struct fxr_arena *arena,
				   struct fxr_bytes *body, size_t max_bytes)
{
	return fxr_arena_text(arena,
			      fxr_cut_text(fxr_get_text(body), max_bytes));
}

static int64_t get_zigzag(struct fxr_bytes *body)
{
	uint64_t value = fxr_get_varint(body);

	return (int64_t)(value >> 1 ^ -(value & 1));
}

static uint32_t get_id(struct fxr_bytes *body)
{
	uint64_t id = fxr_get_varint(body);

	if (id >= FXR_NONE)
		body->is_bad = true;
	return (uint32_t)id;
}

/* A count of things that take at least min_bytes each. */
static size_t get_count(struct fxr_bytes *body, size_t min_bytes)
{
	uint64_t n = fxr_get_varint(body);

	if (n > (uint64_t)(body->end - body->at) / min_bytes) {
		body->is_bad = true;
		n = 0;
	}
	return n;
}

static void parse_members(struct fxr_arena *arena, struct fxr_type *type,
			  struct fxr_bytes *body)
{
	size_t i;

	type->n_members = get_count(body, 5);
	type->members = fxr_arena_alloc(arena, type->n_members *
						       sizeof(*type->members));
	for (i = 0; i < type->n_members; i++) {
		struct fxr_member *member = &type->members[i];

		member->name = copied_name(arena, body, FXR_SHORT_NAME_BYTES);
		member->type = get_id(body);
		member->byte_off = fxr_get_varint(body);
		member->bit_off = fxr_get_varint(body);
		member->bits = fxr_get_varint(body);
	}
}

/* Fields that were added later: older recorders' entries end before them. */
static void parse_record(struct fxr_arena *arena, struct fxr_type *type,
			 struct fxr_bytes *body)
{
	parse_members(arena, type, body);
	if (body->at == body->end)
		return;
	type->show = (unsigned)fxr_get_varint(body);
	type->selector = copied(arena, body);
	type->base = get_id(body);
	type->next = fxr_get_varint(body);
	if (body->at != body->end)
		type->length = copied(arena, body);
}

static void parse_buffer(struct fxr_arena *arena, struct fxr_type *type,
			 struct fxr_bytes *body)
{
	type->dir = (unsigned)fxr_get_varint(body);
	type->flags = (unsigned)fxr_get_varint(body);
	type->count = copied(arena, body);
	type->cap = copied(arena, body);
}

static void parse_class(struct fxr_arena *arena, struct fxr_type *type,
			struct fxr_bytes *body)
{
	switch (type->class) {
	case FXG_INT:
		type->is_signed = fxr_get_varint(body);
		type->show = (unsigned)fxr_get_varint(body);
		break;
	case FXG_ENUM:
		type->base = get_id(body);
		if (body->at != body->end)
			type->other = get_id(body);
		break;
	case FXG_FLAGS:
		type->base = get_id(body);
		break;
	case FXG_HANDLE:
		type->base = get_id(body);
		type->space = copied(arena, body);
		type->scope = (unsigned)fxr_get_varint(body);
		type->null_value = get_zigzag(body);
		break;
	case FXG_STR:
		type->n = fxr_get_varint(body); /* unit bytes */
		parse_buffer(arena, type, body);
		break;
	case FXG_PTR:
		type->base = get_id(body);
		parse_buffer(arena, type, body);
		break;
	case FXG_ARRAY:
		type->base = get_id(body);
		type->n = fxr_get_varint(body);
		break;
	case FXG_STRUCT:
	case FXG_UNION:
		parse_record(arena, type, body);
		break;
	case FXG_FUNC:
		if (body->at != body->end)
			type->show = (unsigned)fxr_get_varint(body);
		break;
	case FXG_SET:
		type->base = get_id(body);
		type->null_value = get_zigzag(body);
		break;
	}
}

void fxr_type_parse(struct fxr_arena *arena, struct fxr_type *type,
		    struct fxr_bytes *body)
{
	uint64_t class = fxr_get_varint(body);

	type->class = class <= FXG_SET ? (unsigned)class : FXG_OPAQUE;
	type->c_name = copied_name(arena, body, FXR_NAME_BYTES);
	type->size = fxr_get_varint(body);
	type->align = fxr_get_varint(body);
	parse_class(arena, type, body);
}

void fxr_function_parse(struct fxr_arena *arena, struct fxr_function *function,
			struct fxr_bytes *body)
{
	size_t i;

	function->category = copied_name(arena, body, FXR_SHORT_NAME_BYTES);
	function->name = copied_name(arena, body, FXR_NAME_BYTES);
	function->symver = copied(arena, body);
	function->soname = copied(arena, body);
	function->abi = copied(arena, body);
	function->build_id = copied(arena, body);
	function->ret = get_id(body);
	function->n_params = get_count(body, 2);
	function->n_fixed = fxr_get_varint(body);
	if (function->n_fixed > function->n_params)
		function->n_fixed = function->n_params;
	function->params = fxr_arena_alloc(
		arena, function->n_params * sizeof(*function->params));
	for (i = 0; i < function->n_params; i++) {
		function->params[i].name =
			copied_name(arena, body, FXR_SHORT_NAME_BYTES);
		function->params[i].type = get_id(body);
	}
	function->error_rule = (unsigned)fxr_get_varint(body);
	function->flags = (unsigned)fxr_get_varint(body);
	function->varargs = (unsigned)fxr_get_varint(body);
	function->varargs_k = (unsigned)fxr_get_varint(body);
}
