/* SPDX-License-Identifier: MIT */
/*
 * Types of an archive, each shown when it is requested first. See reader.h.
 */
#include "tools/library/archive.h"

#include "tools/reader/number.h"
#include "tools/reader/select.h"

/* The user's type, and what it was made from. */
struct library_type {
	struct fxtrace_type its;
	const struct fxr_type *origin;
};

/* What is requested, within library_run. */
struct request {
	const struct fxr_type *type;
	const struct fxtrace_type *found;
};

static const struct fxr_type *origin_of(const struct fxtrace_type *type)
{
	return type ? ((const struct library_type *)type)->origin : NULL;
}

static void set_members(struct fxtrace_type *its, struct fxr_arena *arena,
			const struct fxr_type *type)
{
	struct fxtrace_member *members = fxr_arena_alloc(
		arena, (type->n_members + 1) * sizeof(*members));

	for (size_t i = 0; i < type->n_members; i++) {
		const struct fxr_member *member = &type->members[i];

		members[i] = (struct fxtrace_member){
			library_text(arena, member->name), member->byte_off,
			member->bit_off, member->bits};
	}
	its->members = members;
	its->n_members = type->n_members;
}

static void set_constants(struct fxtrace_type *its, struct fxr_arena *arena,
			  const struct fxr_type *type)
{
	struct fxtrace_constant *constants = fxr_arena_alloc(
		arena, (type->n_enumerators + 1) * sizeof(*constants));

	for (size_t i = 0; i < type->n_enumerators; i++) {
		const struct fxr_enumerator *one = &type->enumerators[i];

		constants[i] = (struct fxtrace_constant){
			library_text(arena, one->name), one->value, one->mask};
	}
	its->constants = constants;
	its->n_constants = type->n_enumerators;
}

static void set_type(struct fxtrace_archive *archive, struct fxtrace_type *its,
		     const struct fxr_type *type)
{
	struct fxr_arena *arena = &archive->shown.arena;
	bool is_buffer = type->class == FXG_PTR || type->class == FXG_STR;

	*its = (struct fxtrace_type){
		.kind = (enum fxtrace_type_kind)type->class,
		.name = library_type_name(type),
		.n_bytes = type->class == FXG_STR ? 0 : type->size,
		.is_signed = fxr_type_is_signed(&archive->world->types, type),
		.is_read = is_buffer && (type->dir & FXG_IN),
		.is_written = is_buffer && (type->dir & FXG_OUT),
		.n_items = type->class == FXG_ARRAY ? type->n : 0,
		.n_unit_bytes = type->class == FXG_STR ? type->n : 0,
	};
	if (type->class == FXG_STRUCT || type->class == FXG_UNION)
		set_members(its, arena, type);
	set_constants(its, arena, type);
}

static void show_type(struct fxtrace_archive *archive, void *context)
{
	struct library_shown *shown = &archive->shown;
	struct request *request = context;
	struct library_type *made =
		fxr_arena_alloc(&shown->arena, sizeof(*made));

	made->origin = request->type;
	set_type(archive, &made->its, request->type);
	shown->types =
		fxr_grow(shown->types, &shown->types_capacity,
			 shown->n_types + 1, sizeof(struct fxtrace_type *));
	fxr_map_put(&shown->type_map, (uintptr_t)request->type, 0, 0,
		    (uint32_t)shown->n_types);
	shown->types[shown->n_types++] = &made->its;
	request->found = &made->its;
}

/* The archive was read once: no type changes any more. */
static const struct fxtrace_type *shown_type(struct fxtrace_archive *archive,
					     const struct fxr_type *type)
{
	struct request request = {.type = type};
	uint32_t at;

	if (!type || !type->is_known || type->class > FXG_SET)
		return NULL;
	at = fxr_map_find(&archive->shown.type_map, (uintptr_t)type, 0, 0);
	if (at != FXR_NONE)
		return archive->shown.types[at];
	return library_run(archive, show_type, &request) ? request.found : NULL;
}

const struct fxtrace_type *fxtrace_type_of(struct fxtrace_archive *archive,
					   const struct fxtrace_value *value)
{
	return value ? shown_type(archive, library_origin(value)->type) : NULL;
}

const struct fxtrace_type *fxtrace_type_of_parameter(
	struct fxtrace_archive *archive, int32_t parameter)
{
	const struct fxr_function *function =
		archive->has_call ? archive->call.function : NULL;
	const struct fxr_types *types;
	uint32_t id;

	if (!function || parameter < -1 ||
	    (parameter >= 0 && (size_t)parameter >= function->n_params))
		return NULL;
	types = &archive->world->types;
	id = parameter < 0 ? function->ret : function->params[parameter].type;
	return shown_type(
		archive,
		fxr_select(types, &archive->call,
			   fxr_type_find(types, function->provider, id)));
}

const struct fxtrace_type *fxtrace_type_of_constant(
	struct fxtrace_archive *archive, const struct fxtrace_value *value)
{
	const struct fxr_value *origin = value ? library_origin(value) : NULL;
	const struct fxr_types *types;

	if (!origin || origin->kind != FXR_VALUE_SYMBOL)
		return NULL;
	types = &archive->world->types;
	return shown_type(
		archive,
		fxr_type_of_symbol(types, fxr_type_target(types, origin->type),
				   origin->as.text));
}

const struct fxtrace_type *fxtrace_type_base(struct fxtrace_archive *archive,
					     const struct fxtrace_type *type)
{
	return type ? shown_type(archive, fxr_type_base(&archive->world->types,
							origin_of(type)))
		    : NULL;
}

const struct fxtrace_type *fxtrace_type_of_member(
	struct fxtrace_archive *archive, const struct fxtrace_type *type,
	size_t index)
{
	const struct fxr_type *origin = origin_of(type);

	if (!origin || index >= type->n_members)
		return NULL;
	return shown_type(archive, fxr_type_find(&archive->world->types,
						 origin->provider,
						 origin->members[index].type));
}
