/* SPDX-License-Identifier: MIT */
/*
 * The registry of types, functions, modules and stacks, see types.h. A type's
 * slot is identified by its table's build id and its index there. Without a
 * table, it is identified by the provider and id under which it was written.
 */
#include "tools/reader/types.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/types_parse.h"
#include "writer/wire.h"

/* More names than this for one type are dropped. */
#define MAX_ENUMERATORS 4096u
/* So are more cases. */
#define MAX_CASES 4096u

/* No program has more types than this; their values are shown without one. */
#define MAX_TYPES (1u << 18)

/* A provider's table: type ids from `base` up to the next table's base. */
struct type_table {
	uint32_t provider, build, base;
};

/* The latest lookup of a type's slot. Nearly every lookup repeats an earlier
 * one. */
struct type_recent {
	uint64_t n_changes; /* of types then, 0: the entry is empty */
	uint32_t provider, id;
	struct fxr_type *slot; /* or NULL */
};

#define N_RECENT 512u

static struct type_recent *recent_of(const struct fxr_types *types,
				     uint32_t provider, uint32_t id)
{
	return &types->recent[(provider * 61 + id) % N_RECENT];
}

/* Invalidates the cached lookups. */
static void note_change(struct fxr_types *types)
{
	if (!types->recent)
		types->recent = fxr_new(N_RECENT, sizeof(*types->recent));
	types->n_changes++;
}

uint64_t fxr_get_varint(struct fxr_bytes *bytes)
{
	uint64_t value = 0;
	unsigned shift = 0;

	while (bytes->at < bytes->end && shift < 64) {
		unsigned char byte = *bytes->at++;

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
		shift += 7;
	}
	bytes->is_bad = true;
	bytes->at = bytes->end;
	return 0;
}

uint64_t fxr_get_word(struct fxr_bytes *bytes)
{
	uint64_t word = 0;

	if (bytes->end - bytes->at < 8) {
		bytes->is_bad = true;
		bytes->at = bytes->end;
		return 0;
	}
	memcpy(&word, bytes->at, 8);
	bytes->at += 8;
	return word;
}

unsigned fxr_get_byte(struct fxr_bytes *bytes)
{
	if (bytes->at < bytes->end)
		return *bytes->at++;
	bytes->is_bad = true;
	return 0;
}

struct fxr_text fxr_get_text(struct fxr_bytes *bytes)
{
	uint64_t n_bytes = fxr_get_varint(bytes);
	const char *at = (const char *)bytes->at;

	if (n_bytes > (uint64_t)(bytes->end - bytes->at)) {
		bytes->is_bad = true;
		bytes->at = bytes->end;
		return fxr_text("", 0);
	}
	bytes->at += n_bytes;
	return fxr_text(at, n_bytes);
}

static uint64_t text_key(struct fxr_text text)
{
	return fxr_hash(text.bytes, text.n_bytes);
}

/* The build_map's third key: builds, by domain; a provider's tables; the newest
 * of them; its domain. */
enum { BY_BUILD = 0, TABLES = 1, NEWEST = 2, DOMAIN = 3, N_KEYS = 4 };

uint32_t fxr_types_domain(const struct fxr_types *types, uint32_t provider)
{
	uint32_t domain = types->n_parted ? fxr_map_find(&types->build_map,
							 provider, 0, DOMAIN)
					  : FXR_NONE;

	return domain == FXR_NONE ? 0 : domain;
}

void fxr_types_part(struct fxr_types *types, uint32_t provider)
{
	if (fxr_types_domain(types, provider))
		return;
	types->n_parted++;
	fxr_map_put(&types->build_map, provider, 0, DOMAIN, provider + 1);
}

static uint64_t build_key(const struct fxr_types *types, uint32_t provider)
{
	return BY_BUILD + (uint64_t)N_KEYS * fxr_types_domain(types, provider);
}

void fxr_types_put_table(struct fxr_types *types, uint32_t provider,
			 struct fxr_text build_id, uint32_t type_base)
{
	uint64_t key = build_key(types, provider);
	uint32_t build = fxr_map_find(&types->build_map, text_key(build_id),
				      build_id.n_bytes, key);

	if (build == FXR_NONE) {
		build = types->n_builds++;
		fxr_map_put(&types->build_map, text_key(build_id),
			    build_id.n_bytes, key, build);
	}
	types->tables = fxr_grow(types->tables, &types->tables_capacity,
				 types->n_tables + 1, sizeof(*types->tables));
	types->tables[types->n_tables++] =
		(struct type_table){provider, build, type_base};
	/* The newest table of a provider, chained through the map. */
	fxr_map_put(&types->build_map, provider, types->n_tables - 1, TABLES,
		    fxr_map_find(&types->build_map, provider, 0, NEWEST));
	fxr_map_put(&types->build_map, provider, 0, NEWEST,
		    (uint32_t)(types->n_tables - 1));
	note_change(types);
}

/* The table of the provider that holds the id, or NULL. */
static const struct type_table *table_of(const struct fxr_types *types,
					 uint32_t provider, uint32_t id)
{
	const struct type_table *found = NULL;
	uint32_t at = fxr_map_find(&types->build_map, provider, 0, NEWEST);
	unsigned n_steps = 0;

	for (; at != FXR_NONE && n_steps < 64; n_steps++) {
		const struct type_table *table = &types->tables[at];

		if (table->base <= id && (!found || table->base > found->base))
			found = table;
		at = fxr_map_find(&types->build_map, provider, at, TABLES);
	}
	return found;
}

static struct fxr_type *look_up(const struct fxr_types *types,
				uint32_t provider, uint32_t id)
{
	const struct type_table *table = table_of(types, provider, id);
	uint32_t at = FXR_NONE;

	if (table)
		at = fxr_map_find(&types->type_map, table->build,
				  id - table->base, 1);
	if (at == FXR_NONE)
		at = fxr_map_find(&types->type_map, provider, id, 0);
	return at == FXR_NONE ? NULL : types->types[at];
}

static struct fxr_type *find_slot(const struct fxr_types *types,
				  uint32_t provider, uint32_t id)
{
	struct type_recent *recent;

	if (!types->recent)
		return NULL;
	recent = recent_of(types, provider, id);
	if (recent->n_changes != types->n_changes ||
	    recent->provider != provider || recent->id != id)
		*recent = (struct type_recent){types->n_changes, provider, id,
					       look_up(types, provider, id)};
	return recent->slot;
}

static struct fxr_type *make_slot(struct fxr_types *types, uint32_t provider,
				  uint32_t id)
{
	const struct type_table *table = table_of(types, provider, id);
	struct fxr_type *type = find_slot(types, provider, id);
	uint32_t at = (uint32_t)types->n_types;

	if (type || types->n_types == MAX_TYPES)
		return type;
	type = fxr_arena_alloc(&types->arena, sizeof(*type));
	types->types = fxr_grow(types->types, &types->types_capacity,
				types->n_types + 1, sizeof(*types->types));
	types->types[types->n_types++] = type;
	if (table)
		fxr_map_put(&types->type_map, table->build, id - table->base, 1,
			    at);
	else
		fxr_map_put(&types->type_map, provider, id, 0, at);
	note_change(types);
	return type;
}

static void put_type(struct fxr_types *types, uint32_t provider, uint32_t id,
		     struct fxr_bytes *body)
{
	struct fxr_type *slot = make_slot(types, provider, id);
	struct fxr_type type = {.is_known = true, .provider = provider};

	if (!slot || slot->is_known)
		return;
	fxr_type_parse(&types->arena, &type, body);
	if (body->is_bad)
		return;
	type.enumerators = slot->enumerators;
	type.n_enumerators = slot->n_enumerators;
	type.enumerators_capacity = slot->enumerators_capacity;
	type.cases = slot->cases;
	type.n_cases = slot->n_cases;
	type.cases_capacity = slot->cases_capacity;
	*slot = type;
}

static void put_enumerator(struct fxr_types *types, uint32_t provider,
			   uint32_t id, struct fxr_bytes *body)
{
	struct fxr_enumerator enumerator = {.value = fxr_get_word(body)};
	struct fxr_type *type;

	enumerator.mask = fxr_get_word(body);
	enumerator.name =
		fxr_cut_text(fxr_get_text(body), FXR_SHORT_NAME_BYTES);
	if (body->is_bad)
		return;
	type = make_slot(types, provider, id);
	if (!type || type->n_enumerators == MAX_ENUMERATORS ||
	    fxr_map_find(&types->enumerator_map, (uintptr_t)type,
			 enumerator.value, enumerator.mask) != FXR_NONE)
		return;
	fxr_map_put(&types->enumerator_map, (uintptr_t)type, enumerator.value,
		    enumerator.mask, 0);
	enumerator.name = fxr_arena_text(&types->arena, enumerator.name);
	type->enumerators =
		fxr_grow(type->enumerators, &type->enumerators_capacity,
			 type->n_enumerators + 1, sizeof(enumerator));
	type->enumerators[type->n_enumerators++] = enumerator;
}

static void put_case(struct fxr_types *types, uint32_t provider, uint32_t id,
		     struct fxr_bytes *body)
{
	uint64_t value = fxr_get_word(body), type_id = fxr_get_varint(body);
	struct fxr_type *type;

	(void)fxr_get_text(body); /* its name */
	if (type_id >= FXR_NONE)
		body->is_bad = true;
	if (body->is_bad)
		return;
	type = make_slot(types, provider, id);
	if (!type || type->n_cases == MAX_CASES ||
	    fxr_map_find(&types->case_map, (uintptr_t)type, value, 0) !=
		    FXR_NONE)
		return;
	fxr_map_put(&types->case_map, (uintptr_t)type, value, 0,
		    (uint32_t)type->n_cases);
	type->cases = fxr_grow(type->cases, &type->cases_capacity,
			       type->n_cases + 1, sizeof(*type->cases));
	type->cases[type->n_cases++] =
		(struct fxr_case){value, provider, (uint32_t)type_id};
}

static void put_function(struct fxr_types *types, uint32_t provider,
			 struct fxr_bytes *body)
{
	struct fxr_function *function =
		fxr_arena_alloc(&types->arena, sizeof(*function));
	uint32_t at = (uint32_t)types->n_functions;
	const struct fxr_function *known;

	function->provider = provider;
	fxr_function_parse(&types->arena, function, body);
	if (body->is_bad)
		return;
	known = fxr_function_find(types, provider, function->category,
				  function->name);
	if (known && fxr_is_same(known->build_id, function->build_id))
		return;
	function->next =
		fxr_map_find(&types->function_map, text_key(function->category),
			     text_key(function->name), 0);
	types->functions =
		fxr_grow(types->functions, &types->functions_capacity,
			 types->n_functions + 1, sizeof(*types->functions));
	types->functions[types->n_functions++] = function;
	fxr_map_put(&types->function_map, text_key(function->category),
		    text_key(function->name), 0, at);
}

static void put_module(struct fxr_types *types, uint32_t provider,
		       struct fxr_bytes *body)
{
	struct fxr_module module = {.provider = provider};

	module.base = fxr_get_word(body);
	module.path = fxr_get_text(body);
	module.build_id = fxr_get_text(body);
	module.ticks = fxr_get_word(body);
	if (!body->is_bad && body->at < body->end)
		module.bytes = fxr_get_word(body);
	if (body->is_bad)
		return;
	module.path = fxr_arena_text(&types->arena, module.path);
	module.build_id = fxr_arena_text(&types->arena, module.build_id);
	types->modules =
		fxr_grow(types->modules, &types->modules_capacity,
			 types->n_modules + 1, sizeof(*types->modules));
	types->modules[types->n_modules++] = module;
}

void fxr_types_put(struct fxr_types *types, uint32_t provider,
		   const void *bytes, size_t n_bytes)
{
	struct fxr_bytes in = {bytes, (const unsigned char *)bytes + n_bytes,
			       false};

	while (in.at < in.end) {
		uint64_t kind = fxr_get_varint(&in);
		uint64_t id = fxr_get_varint(&in);
		struct fxr_text body = fxr_get_text(&in);
		struct fxr_bytes entry = {
			(const unsigned char *)body.bytes,
			(const unsigned char *)body.bytes + body.n_bytes,
			in.is_bad || id >= FXR_NONE,
		};

		if (entry.is_bad) {
			types->n_damaged++;
			continue;
		}
		if (kind == FXW_ENTRY_TYPE)
			put_type(types, provider, (uint32_t)id, &entry);
		else if (kind == FXW_ENTRY_ENUMERATOR)
			put_enumerator(types, provider, (uint32_t)id, &entry);
		else if (kind == FXW_ENTRY_FUNCTION)
			put_function(types, provider, &entry);
		else if (kind == FXW_ENTRY_CASE)
			put_case(types, provider, (uint32_t)id, &entry);
		else if (kind == FXW_ENTRY_MODULE)
			put_module(types, provider, &entry);
		else if (kind == FXW_ENTRY_STACK)
			fxr_stacks_put(&types->stacks, provider, (uint32_t)id,
				       &entry);
		else if (kind == FXW_ENTRY_CODE)
			fxr_codes_put(&types->codes, provider, (uint32_t)id,
				      &entry);
		types->n_damaged += entry.is_bad;
	}
}

const struct fxr_type *fxr_type_find(const struct fxr_types *types,
				     uint32_t provider, uint32_t id)
{
	const struct fxr_type *type = find_slot(types, provider, id);

	return type && type->is_known ? type : NULL;
}

/* True if one of the provider's tables has this build id. */
static bool has_build(const struct fxr_types *types, uint32_t provider,
		      struct fxr_text build_id)
{
	uint32_t build =
		fxr_map_find(&types->build_map, text_key(build_id),
			     build_id.n_bytes, build_key(types, provider));
	uint32_t at = fxr_map_find(&types->build_map, provider, 0, NEWEST);
	unsigned n_steps = 0;

	for (; at != FXR_NONE && n_steps < 64; n_steps++) {
		if (types->tables[at].build == build)
			return true;
		at = fxr_map_find(&types->build_map, provider, at, TABLES);
	}
	return false;
}

const struct fxr_function *fxr_function_find(const struct fxr_types *types,
					     uint32_t provider,
					     struct fxr_text category,
					     struct fxr_text name)
{
	uint32_t at = fxr_map_find(&types->function_map, text_key(category),
				   text_key(name), 0);
	const struct fxr_function *same_build = NULL;
	const struct fxr_function *any = NULL;
	unsigned n_steps = 0;

	for (; at != FXR_NONE && n_steps < 256; n_steps++) {
		const struct fxr_function *function = types->functions[at];

		at = function->next;
		if (!fxr_is_same(function->category, category) ||
		    !fxr_is_same(function->name, name))
			continue;
		if (function->provider == provider)
			return function;
		if (fxr_types_domain(types, function->provider) !=
		    fxr_types_domain(types, provider))
			continue;
		if (!same_build &&
		    has_build(types, provider, function->build_id))
			same_build = function;
		any = function;
	}
	return same_build ? same_build : any;
}

const struct fxr_type *fxr_type_base(const struct fxr_types *types,
				     const struct fxr_type *type)
{
	if (!type)
		return NULL;
	switch (type->class) {
	case FXG_ENUM:
	case FXG_FLAGS:
	case FXG_HANDLE:
	case FXG_PTR:
	case FXG_ARRAY:
	case FXG_SET:
	case FXG_UNION:
		return fxr_type_find(types, type->provider, type->base);
	}
	return NULL;
}

const struct fxr_type *fxr_type_case(const struct fxr_types *types,
				     const struct fxr_type *type,
				     uint64_t value)
{
	uint32_t at = fxr_map_find(&types->case_map, (uintptr_t)type, value, 0);

	if (at == FXR_NONE || at >= type->n_cases)
		return fxr_type_base(types, type);
	return fxr_type_find(types, type->cases[at].provider,
			     type->cases[at].type);
}

bool fxr_type_is_signed(const struct fxr_types *types,
			const struct fxr_type *type)
{
	if (type && type->class != FXG_INT)
		type = fxr_type_base(types, type);
	return type && type->class == FXG_INT && type->is_signed;
}

const struct fxr_type *fxr_type_target(const struct fxr_types *types,
				       const struct fxr_type *type)
{
	/* a type that leads to itself comes from a damaged file */
	for (unsigned i = 0; i < 8 && type && type->class == FXG_PTR; i++)
		type = fxr_type_base(types, type);
	return type;
}

const struct fxr_type *fxr_type_member(const struct fxr_types *types,
				       const struct fxr_type *type,
				       struct fxr_text name)
{
	size_t i;

	if (!type || (type->class != FXG_STRUCT && type->class != FXG_UNION))
		return NULL;
	for (i = 0; i < type->n_members; i++) {
		const struct fxr_member *member = &type->members[i];
		size_t n = member->name.n_bytes;
		const struct fxr_type *found;

		if (n > name.n_bytes ||
		    memcmp(member->name.bytes, name.bytes, n))
			continue;
		found = fxr_type_find(types, type->provider, member->type);
		if (n == name.n_bytes)
			return found;
		if (n && name.bytes[n] == '.')
			return fxr_type_member(types, found,
					       fxr_text(name.bytes + n + 1,
							name.n_bytes - n - 1));
	}
	return NULL;
}

void fxr_types_fini(struct fxr_types *types)
{
	size_t i;

	for (i = 0; i < types->n_types; i++) {
		fxr_free(types->types[i]->enumerators);
		fxr_free(types->types[i]->cases);
	}
	fxr_free(types->types);
	fxr_free(types->recent);
	fxr_free(types->functions);
	fxr_free(types->modules);
	fxr_free(types->tables);
	fxr_stacks_fini(&types->stacks);
	fxr_codes_fini(&types->codes);
	fxr_map_fini(&types->type_map);
	fxr_map_fini(&types->enumerator_map);
	fxr_map_fini(&types->case_map);
	fxr_map_fini(&types->function_map);
	fxr_map_fini(&types->build_map);
	fxr_arena_fini(&types->arena);
	*types = (struct fxr_types){0};
}
