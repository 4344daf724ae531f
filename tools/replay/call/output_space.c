/* SPDX-License-Identifier: MIT */
/*
 * Space for outputs, see output_space.h.
 */
#include "tools/replay/call/output_space.h"

#include <string.h>

#include "tools/reader/expr.h"
#include "tools/replay/call/args_memory.h"
#include "tools/replay/call/guarded.h"

/* Limit of an output's size; a damaged archive may exceed it. */
#define MAX_BYTES (1u << 30)

static bool slot(const void *context, unsigned i, int64_t *value)
{
	const struct args *args = context;

	if (i >= args->plan->n)
		return false;
	*value = (int64_t)args->values[i].words[0];
	return true;
}

/* Reads only the replay's memory. */
static bool load_value(const void *context, uint64_t address, unsigned n_bytes,
		       bool is_signed, int64_t *value)
{
	const struct args *args = context;

	for (size_t i = 0; i < args->plan->n; i++) {
		if (args->plan->params[i].as.class != INVOKE_POINTER ||
		    args->values[i].words[0] != address ||
		    args->bytes[i] < n_bytes)
			continue;
		*value = (int64_t)fxr_load(args_pointer(args, i), n_bytes,
					   is_signed);
		return true;
	}
	return false;
}

static bool said_units(const struct args *args, const struct fxr_type *type,
		       int64_t *n)
{
	struct fxr_names names = {args, slot, load_value, NULL};

	if (type->cap.n_bytes)
		return fxr_eval(type->cap, &names, n) && *n >= 0;
	if (type->count.n_bytes)
		return fxr_eval(type->count, &names, n) && *n >= 0;
	*n = 1;
	return type->class != FXG_STR;
}

size_t args_recorded_bytes(const struct fxr_types *types,
			   const struct fxr_type *type,
			   const struct fxr_arg *arg)
{
	size_t unit = args_unit(types, type);
	const struct fxr_value *value = &arg->value;
	uint64_t n = value->kind == FXR_VALUE_ARRAY ? value->as.list.n : 1;

	if (value->kind == FXR_VALUE_BYTES || value->kind == FXR_VALUE_STRING) {
		n = value->true_bytes;
		if (arg->has_size && arg->true_size > n)
			n = arg->true_size;
		return n < MAX_BYTES ? (size_t)n : MAX_BYTES;
	}
	if (arg->has_size && arg->true_size > n)
		n = arg->true_size;
	return n < MAX_BYTES / unit ? (size_t)n * unit : MAX_BYTES;
}

/* The size according to another parameter's name, such as bufSize. */
static size_t bytes_by_name(const struct args *args, size_t unit)
{
	static const char *const names[] = {"bufSize",	"bufsize",  "maxLength",
					    "maxCount", "maxcount", "size",
					    "count",	"n"};
	size_t n_bytes = 0;

	for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++) {
		size_t i = plan_param(args->plan, names[k]);
		uint64_t n;

		if (i == INVOKE_MAX ||
		    args->plan->params[i].as.class != INVOKE_INT)
			continue;
		n = args->values[i].words[0] & INT32_MAX;
		if (n < MAX_BYTES / unit && n * unit > n_bytes)
			n_bytes = n * unit;
	}
	return n_bytes;
}

static void make_one(struct args_maker *maker, struct args *args, size_t i,
		     const struct fxr_type *type)
{
	const struct fxr_arg *left =
		type->dir == FXG_INOUT ? args->after[i] : args->before[i];
	size_t unit = args_unit(maker->types, type), n_bytes = 0;
	bool is_unknown = false;
	int64_t n = 0;
	void *p;

	if (left)
		n_bytes = args_recorded_bytes(maker->types, type, left);
	if (said_units(args, type, &n)) {
		if ((uint64_t)n < MAX_BYTES / unit &&
		    (size_t)n * unit > n_bytes)
			n_bytes = (size_t)n * unit;
	} else if (bytes_by_name(args, unit) > n_bytes) {
		n_bytes = bytes_by_name(args, unit);
	} else if (!left || args->call->state != FXR_CALL_DONE) {
		args->blank |= 1u << i;
	} else {
		is_unknown = !n_bytes;
	}
	p = is_unknown
		    ? guarded_memory((unsigned)i % GUARDED_MAX, 0)
		    : fxr_arena_alloc(maker->arena, n_bytes + ARGS_SLACK_BYTES);
	if (!p) {
		args->blank |= 1u << i;
		return;
	}
	if (args->bytes[i])
		memcpy(p, args_pointer(args, i),
		       args->bytes[i] < n_bytes ? args->bytes[i] : n_bytes);
	args_set_pointer(args, i, p);
	args->bytes[i] = n_bytes;
	args->is_out[i] = true;
}

void args_make_space(struct args_maker *maker, struct args *args)
{
	for (size_t i = 0; i < args->plan->n; i++) {
		const struct fxr_arg *arg = args->before[i];
		const struct fxr_type *type = args->plan->params[i].type;

		if (arg && arg->declared)
			type = arg->declared;
		if ((type->class != FXG_PTR && type->class != FXG_STR) ||
		    !(type->dir & FXG_OUT) || args->raw >> i & 1)
			continue;
		if (arg && arg->value.kind == FXR_VALUE_NULL)
			continue;
		make_one(maker, args, i, type);
	}
}
