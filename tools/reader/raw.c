/* SPDX-License-Identifier: MIT */
/*
 * Memory into value trees, see raw.h. Types come from the file, too: members
 * may overlap, sizes may be wrong and types may contain themselves. Depth and
 * number of nodes are capped.
 */
#include "tools/reader/raw.h"

#include <string.h>

#include "tools/reader/expr.h"

#define MAX_DEPTH 32u
#define MAX_NODES (1u << 18)
/* The limit of a value by its bytes. A byte has up to 8 members, inside of a
 * few structs and arrays. More would lie over one another. */
#define FREE_NODES 64u
#define NODES_PER_BYTE 64u

struct raw {
	struct fxr_arena *arena;
	const struct fxr_types *types;
	size_t n_nodes, max_nodes;
	unsigned depth;
};

static void decode(struct raw *raw, const struct fxr_type *type,
		   struct fxr_text bytes, struct fxr_value *value);

static void set_bytes(struct fxr_value *value, const struct fxr_type *type,
		      struct fxr_text bytes)
{
	*value = (struct fxr_value){.kind = FXR_VALUE_BYTES, .type = type};
	value->as.text = bytes;
	value->true_bytes = bytes.n_bytes;
}

/* n zeroed items, or as many as may still be made. */
static struct fxr_value *make_list(struct raw *raw, struct fxr_value *value,
				   enum fxr_value_kind kind, uint64_t n)
{
	if (n > raw->max_nodes - raw->n_nodes)
		n = raw->max_nodes - raw->n_nodes;
	raw->n_nodes += n;
	value->kind = kind;
	value->as.list.n = n;
	value->as.list.items =
		fxr_arena_alloc(raw->arena, n * sizeof(*value) + 1);
	return value->as.list.items;
}

/* The first n bytes from off on, or fewer at the end. */
static struct fxr_text part(struct fxr_text bytes, uint64_t off, uint64_t n)
{
	if (off > bytes.n_bytes)
		off = bytes.n_bytes;
	if (n > bytes.n_bytes - off)
		n = bytes.n_bytes - off;
	return fxr_text(bytes.bytes + off, n);
}

static bool is_text(const struct fxr_type *element)
{
	return element && element->class == FXG_INT && element->size == 1 &&
	       (element->show == FXG_CHAR || element->show == FXG_SOCKET);
}

static void decode_array(struct raw *raw, const struct fxr_type *element,
			 struct fxr_text bytes, struct fxr_value *value)
{
	struct fxr_value *items;
	const char *nul;
	size_t i;

	if (is_text(element)) {
		nul = memchr(bytes.bytes, 0, bytes.n_bytes);
		if (nul && (nul > bytes.bytes || element->show == FXG_CHAR))
			bytes.n_bytes = (size_t)(nul - bytes.bytes);
		value->kind = FXR_VALUE_STRING;
		value->as.text = bytes;
		value->true_bytes = bytes.n_bytes;
		return;
	}
	if (!element || !element->size) {
		set_bytes(value, value->type, bytes);
		return;
	}
	items = make_list(raw, value, FXR_VALUE_ARRAY,
			  bytes.n_bytes / element->size);
	for (i = 0; i < value->as.list.n; i++)
		decode(raw, element,
		       part(bytes, i * element->size, element->size),
		       &items[i]);
}

/* An array as a member: the type may describe fewer elements than there are. */
static void decode_member_array(struct raw *raw, const struct fxr_type *type,
				struct fxr_text bytes, struct fxr_value *value)
{
	const struct fxr_type *element = fxr_type_base(raw->types, type);

	if (element && element->size && bytes.n_bytes / element->size > type->n)
		bytes.n_bytes = type->n * element->size;
	decode_array(raw, element, bytes, value);
}

static void decode_bits(struct raw *raw, const struct fxr_member *member,
			const struct fxr_type *type, struct fxr_text bytes,
			struct fxr_value *value)
{
	uint64_t mask = member->bits < 64 ? (UINT64_C(1) << member->bits) - 1
					  : UINT64_MAX;

	decode(raw, type, bytes, value);
	if (value->kind == FXR_VALUE_INT || value->kind == FXR_VALUE_UINT)
		value->as.u64 = value->as.u64 >> (member->bit_off & 63) & mask;
}

/* Members that begin behind the end are missing. */
static void decode_struct(struct raw *raw, const struct fxr_type *type,
			  struct fxr_text bytes, struct fxr_value *value)
{
	struct fxr_value *items =
		make_list(raw, value, FXR_VALUE_STRUCT, type->n_members);
	size_t i, n = 0;

	for (i = 0; i < value->as.list.n; i++) {
		const struct fxr_member *m = &type->members[i];
		const struct fxr_type *t =
			fxr_type_find(raw->types, type->provider, m->type);
		struct fxr_text own = part(bytes, m->byte_off, t ? t->size : 0);

		if (m->byte_off >= bytes.n_bytes)
			continue;
		if (m->bits)
			decode_bits(raw, m, t, own, &items[n]);
		else
			decode(raw, t, own, &items[n]);
		items[n++].name = m->name;
	}
	value->as.list.n = n;
}

/* The values whose bits are set. */
static void decode_set(struct raw *raw, const struct fxr_type *type,
		       struct fxr_text bytes, struct fxr_value *value)
{
	const struct fxr_type *element = fxr_type_base(raw->types, type);
	uint64_t i, n_bits = (uint64_t)bytes.n_bytes * 8;
	struct fxr_value *items;
	size_t n = 0;

	value->true_bytes = n_bits;
	for (i = 0; i < n_bits; i++)
		n += bytes.bytes[i / 8] >> i % 8 & 1;
	items = make_list(raw, value, FXR_VALUE_ARRAY, n);
	for (i = 0, n = 0; i < n_bits && n < value->as.list.n; i++)
		if (bytes.bytes[i / 8] >> i % 8 & 1)
			items[n++] = (struct fxr_value){
				.kind = FXR_VALUE_INT,
				.type = element,
				.as.i64 = (int64_t)i + type->null_value};
}

static void decode_float(const struct fxr_type *type, struct fxr_text bytes,
			 struct fxr_value *value)
{
	float number;

	value->kind = FXR_VALUE_DOUBLE;
	if (type->size == 4) {
		memcpy(&number, bytes.bytes, 4);
		value->as.f64 = (double)number;
	} else if (type->size == 8) {
		memcpy(&value->as.f64, bytes.bytes, 8);
	} else {
		set_bytes(value, type, bytes);
		if (bytes.n_bytes == 16)
			value->kind = FXR_VALUE_LONG_DOUBLE;
	}
}

/* A scalar whose bytes are all there. */
static void decode_scalar(struct raw *raw, const struct fxr_type *type,
			  struct fxr_text bytes, struct fxr_value *value)
{
	const struct fxr_type *held = type;

	if (type->class == FXG_ENUM || type->class == FXG_FLAGS ||
	    type->class == FXG_HANDLE)
		held = fxr_type_base(raw->types, type);
	if (bytes.n_bytes < type->size || !type->size || type->size > 16) {
		set_bytes(value, type, bytes);
		return;
	}
	if (held && held->class == FXG_FLOAT) {
		decode_float(type, bytes, value);
		return;
	}
	value->kind = FXR_VALUE_UINT;
	value->as.u64 =
		fxr_load(bytes.bytes, bytes.n_bytes, held && held->is_signed);
	if (type->class == FXG_BOOL) {
		value->kind = FXR_VALUE_BOOL;
		value->as.boolean = value->as.u64 != 0;
	} else if (!held || held->class != FXG_INT) {
		value->kind = FXR_VALUE_POINTER;
	} else if (held->is_signed) {
		value->kind = FXR_VALUE_INT;
	}
}

static void decode_class(struct raw *raw, const struct fxr_type *type,
			 struct fxr_text bytes, struct fxr_value *value)
{
	int64_t selector;

	switch (type->class) {
	case FXG_VOID:
	case FXG_ANY:
		break;
	case FXG_ARRAY:
		decode_member_array(raw, type, bytes, value);
		return;
	case FXG_STRUCT:
		if (!type->n_members) /* of a libc that is not described */
			break;
		decode_struct(raw, type, bytes, value);
		return;
	case FXG_SET:
		decode_set(raw, type, bytes, value);
		return;
	case FXG_UNION:
		if (!type->selector.n_bytes ||
		    !fxr_eval_memory(type->selector, bytes, &selector))
			break;
		decode(raw, fxr_type_case(raw->types, type, (uint64_t)selector),
		       bytes, value);
		return;
	default:
		decode_scalar(raw, type, bytes, value);
		return;
	}
	set_bytes(value, type, bytes);
}

static void decode(struct raw *raw, const struct fxr_type *type,
		   struct fxr_text bytes, struct fxr_value *value)
{
	*value = (struct fxr_value){.type = type};
	if (!type || raw->depth == MAX_DEPTH ||
	    raw->n_nodes == raw->max_nodes) {
		set_bytes(value, type, bytes);
		return;
	}
	raw->depth++;
	decode_class(raw, type, bytes, value);
	raw->depth--;
}

/* The first of several records, with its data; empty: none. */
static struct fxr_text first_record(const struct fxr_type *type,
				    struct fxr_text bytes)
{
	int64_t n;

	if (!fxr_eval_memory(type->length, bytes, &n) || n <= 0)
		return fxr_text(bytes.bytes, 0);
	return part(bytes, 0, (uint64_t)n);
}

/* What follows record `one`; each begins at a multiple of its alignment. */
static struct fxr_text behind(const struct fxr_type *type,
			      struct fxr_text bytes, struct fxr_text one)
{
	uint64_t align = type->align && type->align <= 16 ? type->align : 1;

	if (!one.n_bytes)
		return part(bytes, bytes.n_bytes, 0);
	return part(bytes, (one.n_bytes + align - 1) / align * align,
		    UINT64_MAX);
}

/* Records that contain their lengths; bytes that are no record stay bytes. */
static void decode_records(struct raw *raw, const struct fxr_type *type,
			   struct fxr_text bytes, struct fxr_value *value)
{
	struct fxr_text rest = bytes, one;
	struct fxr_value *items;
	size_t n = 0, i;

	while (rest.n_bytes) {
		one = first_record(type, rest);
		n++;
		rest = behind(type, rest, one);
	}
	items = make_list(raw, value, FXR_VALUE_ARRAY, n);
	for (i = 0; i < value->as.list.n; i++) {
		one = first_record(type, bytes);
		if (one.n_bytes)
			decode(raw, type, one, &items[i]);
		else
			set_bytes(&items[i], type, bytes);
		bytes = behind(type, bytes, one);
	}
}

/* Whether memory behind a pointer is more than one of its target. */
static bool is_array(const struct fxr_type *type, const struct fxr_type *target,
		     struct fxr_text bytes)
{
	if (!(type->flags & FXG_SIZED))
		return true;
	return target->class != FXG_STRUCT && target->class != FXG_UNION &&
	       target->class != FXG_SET && target->class != FXG_ARRAY &&
	       (bytes.n_bytes > target->size || is_text(target));
}

static size_t max_nodes(size_t n_bytes)
{
	return n_bytes < (MAX_NODES - FREE_NODES) / NODES_PER_BYTE
		       ? FREE_NODES + n_bytes * NODES_PER_BYTE
		       : MAX_NODES;
}

void fxr_raw_decode(struct fxr_arena *arena, const struct fxr_types *types,
		    const struct fxr_type *type, struct fxr_text bytes,
		    struct fxr_value *value)
{
	struct raw raw = {.arena = arena,
			  .types = types,
			  .max_nodes = max_nodes(bytes.n_bytes)};
	bool is_behind = type && type->class == FXG_PTR;
	const struct fxr_type *target =
		is_behind ? fxr_type_base(types, type) : type;

	if (is_behind && target && target->length.n_bytes) {
		*value = (struct fxr_value){.type = type};
		decode_records(&raw, target, bytes, value);
	} else if (is_behind && target && target->class != FXG_VOID &&
		   is_array(type, target, bytes)) {
		*value = (struct fxr_value){.type = type};
		decode_array(&raw, target, bytes, value);
	} else {
		decode(&raw, target, bytes, value);
	}
}
