/* SPDX-License-Identifier: MIT */
/*
 * Memory of arguments, see args_memory.h.
 */
#include "tools/replay/call/args_memory.h"

#include <string.h>

/* Limit for pointers within structs within pointers. */
#define MAX_DEPTH 8u
#define ALIGN 8u

static bool put_value(struct args_maker *maker, const struct fxr_type *type,
		      const struct fxr_value *value, void *at, size_t n_bytes,
		      unsigned depth);

size_t args_unit(const struct fxr_types *types, const struct fxr_type *type)
{
	const struct fxr_type *target;

	if (type->class == FXG_STR)
		return type->size ? type->size : 1;
	target = fxr_type_base(types, type);
	if (!target || !target->size || target->class == FXG_VOID)
		return 1;
	return target->size;
}

bool args_put_float(struct args_maker *maker, unsigned size,
		    const struct fxr_value *value, void *at)
{
	double f64;
	float f32;
	long double ld;
	uint64_t number;

	if (value->kind == FXR_VALUE_LONG_DOUBLE && size == 16 &&
	    value->as.text.n_bytes <= 16) {
		memcpy(at, value->as.text.bytes, value->as.text.n_bytes);
		return true;
	}
	if (value->kind == FXR_VALUE_DOUBLE)
		f64 = value->as.f64;
	else if (args_number(maker, value, &number))
		f64 = value->kind == FXR_VALUE_INT ? (double)value->as.i64
						   : (double)number;
	else
		return false;
	f32 = (float)f64;
	ld = f64;
	if (size == 4)
		memcpy(at, &f32, 4);
	else if (size == 8)
		memcpy(at, &f64, 8);
	else if (size == 16)
		memcpy(at, &ld, 10);
	return size == 4 || size == 8 || size == 16;
}

/* Text in the units of a string type. In archives, text of units wider than a
 * byte is UTF-8. */
static void *copy_text(struct args_maker *maker, size_t unit,
		       struct fxr_text text, size_t *n_bytes)
{
	unsigned char *wide;
	size_t n = 0;

	*n_bytes = text.n_bytes + 1;
	if (unit != 4)
		return fxr_arena_copy(maker->arena, text.bytes, text.n_bytes);
	wide = fxr_arena_alloc(maker->arena, 4 * (text.n_bytes + 1));
	for (size_t i = 0; i < text.n_bytes;) {
		unsigned char c = (unsigned char)text.bytes[i++];
		unsigned more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0;
		uint32_t code = more ? c & (0x3fu >> more) : c;

		while (more-- && i < text.n_bytes)
			code = code << 6 |
			       ((unsigned char)text.bytes[i++] & 63);
		memcpy(wide + 4 * n++, &code, 4);
	}
	*n_bytes = 4 * (n + 1);
	return wide;
}

void args_map_handles(struct args_maker *maker, const struct fxr_type *handle,
		      void *at, size_t n_bytes)
{
	size_t size = handle->size ? handle->size : 4;
	const struct fxr_type *base = fxr_type_base(maker->types, handle);

	if (base && base->size)
		size = base->size;
	for (size_t i = 0; size <= 8 && i + size <= n_bytes; i += size) {
		uint64_t word = 0;

		memcpy(&word, (char *)at + i, size);
		word = maker->handle(maker->context, handle, word);
		memcpy((char *)at + i, &word, size);
	}
}

static bool put_struct(struct args_maker *maker, const struct fxr_type *type,
		       const struct fxr_value *value, void *at, size_t n_bytes,
		       unsigned depth)
{
	for (size_t k = 0; k < value->as.list.n; k++) {
		const struct fxr_value *item = &value->as.list.items[k];

		for (size_t i = 0; i < type->n_members; i++) {
			const struct fxr_member *member = &type->members[i];
			const struct fxr_type *of = fxr_type_find(
				maker->types, type->provider, member->type);

			if (!fxr_is_same(member->name, item->name) ||
			    member->bits || member->byte_off > n_bytes)
				continue;
			if (!put_value(maker, of, item,
				       (char *)at + member->byte_off,
				       n_bytes - member->byte_off, depth))
				return false;
		}
	}
	return true;
}

static bool put_items(struct args_maker *maker, const struct fxr_type *element,
		      const struct fxr_value *value, void *at, size_t n_bytes,
		      unsigned depth)
{
	size_t size = element && element->size ? element->size : 0;

	if (element && (element->class == FXG_PTR || element->class == FXG_STR))
		size = sizeof(void *);
	for (size_t i = 0; i < value->as.list.n; i++) {
		if (!size || (i + 1) * size > n_bytes)
			return false;
		if (!put_value(maker, element, &value->as.list.items[i],
			       (char *)at + i * size, size, depth))
			return false;
	}
	return true;
}

/* A pointer within memory. */
static bool put_pointer(struct args_maker *maker, const struct fxr_type *type,
			const struct fxr_value *value, void *at, unsigned depth)
{
	size_t unit = args_unit(maker->types, type), n = 1, n_bytes;
	void *p;

	if (value->kind == FXR_VALUE_NULL)
		return true;
	if (value->kind == FXR_VALUE_STRING || value->kind == FXR_VALUE_BYTES) {
		p = copy_text(maker, type->class == FXG_STR ? unit : 1,
			      value->as.text, &n_bytes);
	} else {
		if (value->kind == FXR_VALUE_ARRAY)
			n = value->as.list.n;
		n_bytes = n * unit;
		p = fxr_arena_alloc(maker->arena, n_bytes + 1);
		if (!put_value(maker, fxr_type_base(maker->types, type), value,
			       p, n_bytes, depth))
			return false;
	}
	memcpy(at, &p, sizeof(p));
	return true;
}

static bool put_number(struct args_maker *maker, const struct fxr_type *type,
		       const struct fxr_value *value, void *at, size_t n_bytes)
{
	uint64_t number;
	size_t size = type->size;

	if (type->class == FXG_ENUM || type->class == FXG_FLAGS ||
	    type->class == FXG_HANDLE) {
		const struct fxr_type *base = fxr_type_base(maker->types, type);

		size = base && base->size ? base->size : size;
	}
	if (type->class == FXG_OPAQUE || type->class == FXG_FUNC)
		size = sizeof(void *);
	if (!size || size > 8 || size > n_bytes ||
	    !args_number(maker, value, &number))
		return false;
	if (type->class == FXG_HANDLE)
		number = maker->handle(maker->context, type, number);
	memcpy(at, &number, size);
	return true;
}

static bool put_memory(const struct fxr_value *value, void *at, size_t n_bytes)
{
	size_t n = value->as.text.n_bytes;

	memcpy(at, value->as.text.bytes, n < n_bytes ? n : n_bytes);
	return true;
}

static bool put_value(struct args_maker *maker, const struct fxr_type *type,
		      const struct fxr_value *value, void *at, size_t n_bytes,
		      unsigned depth)
{
	if (!type || depth > MAX_DEPTH)
		return false;
	if (value->kind == FXR_VALUE_ARRAY && type->class != FXG_ARRAY &&
	    type->class != FXG_PTR)
		return put_items(maker, type, value, at, n_bytes, depth + 1);
	switch (type->class) {
	case FXG_FLOAT:
		return type->size <= n_bytes &&
		       args_put_float(maker, (unsigned)type->size, value, at);
	case FXG_STR:
	case FXG_PTR:
		return put_pointer(maker, type, value, at, depth + 1);
	case FXG_ARRAY:
		if (value->kind == FXR_VALUE_BYTES ||
		    value->kind == FXR_VALUE_STRING)
			return put_memory(value, at, n_bytes);
		return value->kind == FXR_VALUE_ARRAY &&
		       put_items(maker, fxr_type_base(maker->types, type),
				 value, at, n_bytes, depth + 1);
	case FXG_STRUCT:
	case FXG_UNION:
		if (value->kind == FXR_VALUE_BYTES)
			return put_memory(value, at, n_bytes);
		return value->kind == FXR_VALUE_STRUCT &&
		       put_struct(maker, type, value, at, n_bytes, depth + 1);
	default:
		return put_number(maker, type, value, at, n_bytes);
	}
}

bool args_put(struct args_maker *maker, const struct fxr_type *type,
	      const struct fxr_value *value, void *at, size_t n_bytes)
{
	return put_value(maker, type, value, at, n_bytes, 0);
}

/* Memory as it was recorded; it may stay in place. */
static void take_bytes(struct args_maker *maker, struct args *args, size_t i,
		       const struct fxr_type *type, struct fxr_text bytes)
{
	const struct plan_value *param = &args->plan->params[i];
	bool is_in = type->dir == FXG_IN && !param->handle &&
		     ((uintptr_t)bytes.bytes & (ALIGN - 1)) == 0;
	void *p = (void *)(uintptr_t)bytes.bytes;

	if (!is_in)
		p = fxr_arena_copy(maker->arena, bytes.bytes, bytes.n_bytes);
	if (param->handle)
		args_map_handles(maker, param->handle, p, bytes.n_bytes);
	args_set_pointer(args, i, p);
	args->bytes[i] = bytes.n_bytes;
}

/* The size of a value of the type within memory. */
static size_t size_of(const struct fxr_types *types,
		      const struct fxr_type *type)
{
	for (unsigned i = 0; type && i < MAX_DEPTH; i++) {
		if (type->class == FXG_PTR || type->class == FXG_STR ||
		    type->class == FXG_OPAQUE || type->class == FXG_FUNC)
			return sizeof(void *);
		if (type->class != FXG_ENUM && type->class != FXG_FLAGS &&
		    type->class != FXG_HANDLE)
			return type->size;
		type = fxr_type_base(types, type);
	}
	return 0;
}

bool args_member(const struct fxr_types *types, const struct fxr_type *type,
		 struct fxr_text name, size_t *off, size_t *n_bytes)
{
	*off = 0;
	for (unsigned depth = 0; depth < MAX_DEPTH && type; depth++) {
		const struct fxr_type *found = NULL;
		size_t n = 0;

		for (size_t i = 0; i < type->n_members && !found; i++) {
			const struct fxr_member *member = &type->members[i];

			n = member->name.n_bytes;
			if (n > name.n_bytes || member->bits ||
			    (n < name.n_bytes && name.bytes[n] != '.') ||
			    memcmp(member->name.bytes, name.bytes, n) != 0)
				continue;
			found = fxr_type_find(types, type->provider,
					      member->type);
			*off += member->byte_off;
		}
		if (!found)
			return false;
		*n_bytes = size_of(types, found);
		if (n == name.n_bytes)
			return *n_bytes;
		name = fxr_text(name.bytes + n + 1, name.n_bytes - n - 1);
		type = found;
	}
	return false;
}

/* Values that are recorded separately, each as NAME.member. */
static bool take_members(struct args_maker *maker, struct args *args, size_t i,
			 const struct fxr_type *type)
{
	const struct fxr_type *target = fxr_type_base(maker->types, type);
	size_t space = args_unit(maker->types, type);
	char *p = fxr_arena_alloc(maker->arena, space);

	for (size_t k = 0; k < args->call->n_args; k++) {
		const struct fxr_arg *arg = &args->call->args[k];
		size_t off, n_bytes;

		if (arg->param != i || !arg->member.n_bytes || arg->is_after)
			continue;
		if (!args_member(maker->types, target, arg->member, &off,
				 &n_bytes) ||
		    off > space || n_bytes > space - off ||
		    !args_put(maker, arg->value.type, &arg->value, p + off,
			      n_bytes))
			return false;
	}
	args_set_pointer(args, i, p);
	args->bytes[i] = space;
	return true;
}

static bool take_tree(struct args_maker *maker, struct args *args, size_t i,
		      const struct fxr_type *type,
		      const struct fxr_value *value)
{
	const struct fxr_type *target = fxr_type_base(maker->types, type);
	size_t unit = args_unit(maker->types, type), n = 1;
	bool is_list = value->kind == FXR_VALUE_ARRAY;
	void *p;

	if (is_list)
		n = value->as.list.n;
	/* one more element of zeros: some arrays end with it */
	p = fxr_arena_alloc(maker->arena, (n + 1) * unit + 8);
	/* each item is the target, also if that is a pointer */
	if (is_list && target && target->class == FXG_PTR
		    ? !put_items(maker, target, value, p, n * unit, 0)
		    : !args_put(maker, target, value, p, n * unit))
		return false;
	args_set_pointer(args, i, p);
	args->bytes[i] = n * unit;
	return true;
}

static bool take_text(struct args_maker *maker, struct args *args, size_t i,
		      const struct fxr_type *type,
		      const struct fxr_value *value)
{
	if (value->kind != FXR_VALUE_STRING && value->kind != FXR_VALUE_BYTES)
		return false;
	args_set_pointer(args, i,
			 copy_text(maker, args_unit(maker->types, type),
				   value->as.text, &args->bytes[i]));
	return true;
}

bool args_make_memory(struct args_maker *maker, struct args *args, size_t i,
		      const struct fxr_type *type)
{
	const struct fxr_arg *arg = args->before[i];

	if (type->class != FXG_PTR && type->class != FXG_STR)
		return false;
	if (type->dir == FXG_OUT)
		return true;
	if (!arg || (arg->has_size && type->dir != FXG_INOUT))
		return false;
	if (arg->member.n_bytes)
		return type->class == FXG_PTR &&
		       take_members(maker, args, i, type);
	if (type->class == FXG_STR)
		return take_text(maker, args, i, type, &arg->value);
	if (arg->value.kind == FXR_VALUE_BYTES ||
	    (arg->value.kind == FXR_VALUE_STRING &&
	     args_unit(maker->types, type) == 1)) {
		take_bytes(maker, args, i, type, arg->value.as.text);
		return true;
	}
	return take_tree(maker, args, i, type, &arg->value);
}
