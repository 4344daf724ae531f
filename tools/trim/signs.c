/* SPDX-License-Identifier: MIT */
/*
 * From functions to the types that they refer to, see signs.h.
 */
#include "tools/trim/signs.h"

#include <stdlib.h>

#include "tools/reader/value.h"
#include "writer/wire.h"

struct signs {
	const struct fxr_types *types;
	struct fxr_map names;  /* hashes of category and name */
	struct fxr_map errors; /* hashes of their names */
	struct fxr_map stacks; /* provider, id */
	struct fxr_map tables; /* providers that have one */
	struct fxr_map marks;  /* types that are needed */
	const struct fxr_type *
		*ahead; /* marked, but not the types that they refer to */
	size_t n_ahead, ahead_capacity;
	struct fxr_arena arena; /* of decoded values */
	bool needs_all_types;
};

struct signs *signs_open(const struct fxr_world *world)
{
	struct signs *signs = fxr_new(1, sizeof(*signs));

	signs->types = &world->types;
	return signs;
}

void signs_close(struct signs *signs)
{
	fxr_map_fini(&signs->names);
	fxr_map_fini(&signs->errors);
	fxr_map_fini(&signs->stacks);
	fxr_map_fini(&signs->tables);
	fxr_map_fini(&signs->marks);
	fxr_arena_fini(&signs->arena);
	free(signs->ahead);
	free(signs);
}

static uint64_t hash_text(struct fxr_text text)
{
	return fxr_hash(text.bytes, text.n_bytes);
}

static bool has_name(const struct signs *signs, struct fxr_text category,
		     struct fxr_text name)
{
	return fxr_map_find(&signs->names, hash_text(category), hash_text(name),
			    0) != FXR_NONE;
}

/* The values of a call without a known function may be of any type. */
void signs_put_call(struct signs *signs, struct fxr_text category,
		    struct fxr_text name)
{
	if (has_name(signs, category, name))
		return;
	fxr_map_put(&signs->names, hash_text(category), hash_text(name), 0, 0);
	if (!fxr_function_find(signs->types, 0, category, name))
		signs->needs_all_types = true;
}

void signs_put_error(struct signs *signs, struct fxr_text name)
{
	fxr_map_put(&signs->errors, hash_text(name), 0, 0, 0);
}

void signs_put_stack(struct signs *signs, uint32_t provider, uint64_t id)
{
	fxr_map_put(&signs->stacks, provider, id, 0, 0);
}

void signs_put_table(struct signs *signs, uint32_t provider)
{
	fxr_map_put(&signs->tables, provider, 0, 0, 0);
}

static bool is_marked(const struct signs *signs, const struct fxr_type *type)
{
	return fxr_map_find(&signs->marks, (uintptr_t)type, 0, 0) != FXR_NONE;
}

static void mark_type(struct signs *signs, const struct fxr_type *type)
{
	if (!type || is_marked(signs, type))
		return;
	fxr_map_put(&signs->marks, (uintptr_t)type, 0, 0, 0);
	signs->ahead = fxr_grow(signs->ahead, &signs->ahead_capacity,
				signs->n_ahead + 1, sizeof(struct fxr_type *));
	signs->ahead[signs->n_ahead++] = type;
}

static void mark_id(struct signs *signs, uint32_t provider, uint32_t id)
{
	mark_type(signs, fxr_type_find(signs->types, provider, id));
}

void signs_put_rest(struct signs *signs, uint32_t provider,
		    struct fxr_text bytes)
{
	const struct fxr_value *value =
		bytes.bytes ? fxr_value_decode(&signs->arena, signs->types,
					       provider, NULL, bytes.bytes,
					       bytes.n_bytes)
			    : NULL;

	if (!value || value->kind != FXR_VALUE_ARRAY)
		signs->needs_all_types = true;
	else
		for (size_t i = 0; i < value->as.list.n; i++)
			mark_type(signs, value->as.list.items[i].type);
	fxr_arena_reset(&signs->arena);
}

/* The types of which a value of the type may consist. */
static void mark_parts(struct signs *signs, const struct fxr_type *type)
{
	if (type->class == FXG_ANY)
		signs->needs_all_types = true;
	mark_id(signs, type->provider, type->base);
	mark_id(signs, type->provider, type->other);
	for (size_t i = 0; i < type->n_members; i++)
		mark_id(signs, type->provider, type->members[i].type);
	for (size_t i = 0; i < type->n_cases; i++)
		mark_id(signs, type->cases[i].provider, type->cases[i].type);
}

/* No function has the type of errno: marks any type with such a name. */
static bool has_error(const struct signs *signs, const struct fxr_type *type)
{
	bool is_found = false;

	for (size_t i = 0; i < type->n_enumerators && !is_found; i++)
		is_found = fxr_map_find(&signs->errors,
					hash_text(type->enumerators[i].name), 0,
					0) != FXR_NONE;
	return is_found;
}

void signs_settle(struct signs *signs)
{
	const struct fxr_types *types = signs->types;

	for (size_t i = 0; i < types->n_types && signs->errors.n; i++)
		if (has_error(signs, types->types[i]))
			mark_type(signs, types->types[i]);
	for (size_t i = 0; i < types->n_functions; i++) {
		const struct fxr_function *function = types->functions[i];

		if (!has_name(signs, function->category, function->name))
			continue;
		mark_id(signs, function->provider, function->ret);
		for (size_t j = 0; j < function->n_params; j++)
			mark_id(signs, function->provider,
				function->params[j].type);
	}
	while (signs->n_ahead)
		mark_parts(signs, signs->ahead[--signs->n_ahead]);
}

static bool needs_function(const struct signs *signs, struct fxr_text text)
{
	struct fxr_bytes body = {
		(const unsigned char *)text.bytes,
		(const unsigned char *)text.bytes + text.n_bytes, false};
	struct fxr_text category = fxr_get_text(&body);
	struct fxr_text name = fxr_get_text(&body);

	return body.is_bad || has_name(signs, category, name);
}

static bool needs_type(const struct signs *signs, uint32_t provider,
		       uint64_t id)
{
	const struct fxr_type *type;

	if (signs->needs_all_types || id >= FXR_NONE)
		return true;
	type = fxr_type_find(signs->types, provider, (uint32_t)id);
	return !type || is_marked(signs, type);
}

/* `text` is the entry's body. */
static bool needs_entry(const struct signs *signs, uint32_t provider,
			uint64_t kind, uint64_t id, struct fxr_text text)
{
	switch (kind) {
	case FXW_ENTRY_TYPE:
	case FXW_ENTRY_ENUMERATOR:
	case FXW_ENTRY_CASE:
		return needs_type(signs, provider, id);
	case FXW_ENTRY_FUNCTION:
		return needs_function(signs, text);
	case FXW_ENTRY_STACK:
		return fxr_map_find(&signs->stacks, provider, id, 0) !=
		       FXR_NONE;
	}
	return true;
}

/* What cannot be parsed is kept: readers will report it. */
static bool needs_any(const struct signs *signs, uint32_t provider,
		      const void *bytes, size_t n_bytes)
{
	struct fxr_bytes in = {bytes, (const unsigned char *)bytes + n_bytes,
			       false};
	bool is_needed = !n_bytes;

	while (in.at < in.end && !is_needed) {
		uint64_t kind = fxr_get_varint(&in);
		uint64_t id = fxr_get_varint(&in);
		struct fxr_text body = fxr_get_text(&in);

		is_needed = in.is_bad ||
			    needs_entry(signs, provider, kind, id, body);
	}
	return is_needed;
}

bool signs_need(const struct signs *signs, const struct fxr_record *record)
{
	uint32_t provider = record->provider->index;
	bool is_needed = !record->n_args;

	if (fxr_map_find(&signs->tables, provider, 0, 0) == FXR_NONE)
		return true;
	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];

		is_needed |= arg->type != FXT_ARG_BLOB ||
			     needs_any(signs, provider, arg->value.blob.bytes,
				       arg->value.blob.n_bytes);
	}
	return is_needed;
}
