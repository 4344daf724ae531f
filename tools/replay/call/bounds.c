/* SPDX-License-Identifier: MIT */
/*
 * The memory that a replayed call may access, see bounds.h.
 */
#include "tools/replay/call/bounds.h"

#include <string.h>

#include "tools/reader/expr.h"
#include "tools/replay/call/guarded.h"
#include "tools/replay/call/output_space.h"

/* Limit for types that refer to others; ours have no cycles without a
 * struct. */
#define MAX_DEPTH 8u
#define MAX_BYTES (1u << 30)

struct bounds bounds_find(const struct fxg_table *table, const char *name)
{
	uint32_t from = 0, to = table->n_functions;

	while (from < to) {
		uint32_t i = from + (to - from) / 2;
		const struct fxg_function *function = &table->functions[i];
		int order = strcmp(
			name, table->text + table->strings[function->name]);

		if (order == 0)
			return (struct bounds){table, function};
		if (order < 0)
			to = i;
		else
			from = i + 1;
	}
	return (struct bounds){table, NULL};
}

static const struct fxg_param *param_at(const struct bounds *bounds,
					size_t param)
{
	return &bounds->table->params[bounds->function->first_param + param];
}

const char *bounds_param(const struct bounds *bounds, size_t param)
{
	if (!bounds->function || param >= bounds->function->n_params)
		return "";
	return bounds->table->text + param_at(bounds, param)->name;
}

/* A value whose type depends on another one is passed as any of its cases. */
static const struct fxg_type *resolve_type(const struct fxg_table *table,
					   uint32_t index)
{
	const struct fxg_type *type = &table->types[index];

	for (unsigned i = 0; i < MAX_DEPTH && type->class == FXG_UNION &&
			     type->count && (type->base || type->n);
	     i++)
		type = &table->types[type->base
					     ? type->base
					     : table->cases[type->first].type];
	return type;
}

const struct fxg_type *bounds_type(const struct bounds *bounds, size_t param)
{
	if (!bounds->function || param >= bounds->function->n_params)
		return &bounds->table->types[0];
	return resolve_type(bounds->table, param_at(bounds, param)->type);
}

static bool is_pointer(const struct fxg_type *type)
{
	return type->class == FXG_STR || type->class == FXG_PTR ||
	       type->class == FXG_ARRAY || type->class == FXG_ATTRIBS ||
	       type->class == FXG_OPAQUE || type->class == FXG_FUNC;
}

/* The type of an enum, a set of flags or a handle as a number. */
static const struct fxg_type *number_type(const struct fxg_table *table,
					  const struct fxg_type *type)
{
	for (unsigned i = 0; i < MAX_DEPTH; i++) {
		if (type->class != FXG_ENUM && type->class != FXG_FLAGS &&
		    type->class != FXG_HANDLE)
			break;
		type = &table->types[type->base];
	}
	return type;
}

static enum invoke_class class_of(const struct fxg_table *table,
				  const struct fxg_type *type)
{
	type = number_type(table, type);
	switch (type->class) {
	case FXG_VOID:
		return INVOKE_VOID;
	case FXG_FLOAT:
		return INVOKE_FLOAT;
	default:
		return is_pointer(type) ? INVOKE_POINTER : INVOKE_INT;
	}
}

/* The size of a value within memory. */
static size_t size_of(const struct fxg_table *table,
		      const struct fxg_type *type)
{
	if (is_pointer(type) && type->class != FXG_ARRAY)
		return sizeof(void *);
	type = number_type(table, type);
	return is_pointer(type) && type->class != FXG_ARRAY ? sizeof(void *)
							    : type->size;
}

/* The size of one unit of a string or of a pointer's target. */
static size_t unit_of(const struct fxg_table *table,
		      const struct fxg_type *type)
{
	size_t n_bytes;

	if (type->class == FXG_STR)
		return type->size ? type->size : 1;
	if (type->class != FXG_PTR || type->flags & FXG_SIZED)
		return 1;
	n_bytes = size_of(table, &table->types[type->base]);
	return n_bytes ? n_bytes : 1;
}

struct lookup {
	const struct bounds *bounds;
	const struct args *args;
	const struct args_maker *maker;
};

static bool slot(const void *context, unsigned i, int64_t *value)
{
	const struct lookup *lookup = context;

	if (i >= lookup->args->plan->n)
		return false;
	*value = (int64_t)lookup->args->values[i].words[0];
	return true;
}

/* Reads only the replay's memory that the caller has filled. */
static bool load_value(const void *context, uint64_t address, unsigned n_bytes,
		       bool is_signed, int64_t *value)
{
	const struct lookup *lookup = context;
	const struct args *args = lookup->args;

	for (size_t i = 0; i < args->plan->n; i++) {
		const struct fxg_type *type = bounds_type(lookup->bounds, i);

		if (class_of(lookup->bounds->table, type) != INVOKE_POINTER ||
		    args->raw >> i & 1 || type->dir == FXG_OUT ||
		    args->values[i].words[0] != address ||
		    args->bytes[i] < n_bytes)
			continue;
		*value = (int64_t)fxr_load(args_pointer(args, i), n_bytes,
					   is_signed);
		return true;
	}
	return false;
}

static bool measure(const void *context, unsigned what, const int64_t *values,
		    unsigned n, int64_t *value)
{
	const struct args_maker *maker =
		((const struct lookup *)context)->maker;

	return maker->measure &&
	       maker->measure(maker->context, what, values, n, value);
}

static bool evaluate(const struct bounds *bounds,
		     const struct args_maker *maker, const struct args *args,
		     uint16_t expr, int64_t *n)
{
	struct lookup lookup = {bounds, args, maker};
	struct fxr_names names = {&lookup, slot, load_value, measure};
	const uint8_t *e = bounds->table->exprs + expr;

	return fxr_eval(fxr_text((const char *)e, fxg_expr_bytes(e)), &names,
			n) &&
	       *n >= 0;
}

/* Bytes that the call reads or writes through a pointer; false: unknown. */
static bool needed_bytes(const struct bounds *bounds,
			 const struct args_maker *maker,
			 const struct args *args, size_t param, bool is_out,
			 uint64_t *n_bytes)
{
	const struct fxg_type *type = bounds_type(bounds, param);
	uint16_t expr = is_out && type->cap ? type->cap : type->count;
	int64_t n = 1;

	if (!expr && type->class == FXG_STR)
		return false;
	if (expr && !evaluate(bounds, maker, args, expr, &n))
		return false;
	*n_bytes = (uint64_t)n < MAX_BYTES
			   ? (uint64_t)n * unit_of(bounds->table, type)
			   : UINT64_MAX;
	return true;
}

/* The type has pointers to pointers that the call follows. */
static bool is_nested(const struct fxg_table *table,
		      const struct fxg_type *type)
{
	const struct fxg_type *target;

	if (type->class != FXG_PTR || type->dir == FXG_OUT)
		return false;
	target = &table->types[type->base];
	if (target->class == FXG_STRUCT || target->class == FXG_UNION)
		for (uint32_t i = 0; !target->count && i < target->n; i++) {
			uint32_t of = table->members[target->first + i].type;

			if (is_pointer(&table->types[of]) &&
			    table->types[of].class != FXG_ARRAY)
				return true;
		}
	return is_pointer(number_type(table, target)) &&
	       target->class != FXG_ARRAY;
}

/* The archive's type must produce the replay's memory for each inner
 * pointer. */
static bool is_made_inside(const struct fxr_types *types,
			   const struct fxr_type *type)
{
	const struct fxr_type *target =
		type->class == FXG_PTR ? fxr_type_base(types, type) : NULL;
	const struct fxr_type *inner;

	if (!target || (target->class != FXG_STR && target->class != FXG_PTR))
		return false;
	inner = target->class == FXG_PTR ? fxr_type_base(types, target) : NULL;
	return !inner ||
	       (inner->class != FXG_OPAQUE && inner->class != FXG_FUNC);
}

/* A result is compared by the archive's type, which may follow it. */
static bool is_same_result(const struct bounds *bounds, const struct plan *plan)
{
	const struct fxg_type *ours =
		resolve_type(bounds->table, bounds->function->ret_type);
	unsigned theirs = plan->ret.type ? plan->ret.type->class : FXG_VOID;

	if (class_of(bounds->table, ours) != plan->ret.as.class)
		return false;
	return (theirs != FXG_STR && theirs != FXG_PTR) ||
	       theirs == ours->class;
}

static bool is_same_value(const struct bounds *bounds, const struct plan *plan,
			  size_t i)
{
	const struct fxg_type *ours = bounds_type(bounds, i);
	enum invoke_class class = class_of(bounds->table, ours);

	return class == plan->params[i].as.class &&
	       (class != INVOKE_FLOAT ||
		number_type(bounds->table, ours)->size ==
			plan->params[i].as.size);
}

const char *bounds_refusal(const struct bounds *bounds,
			   const struct fxr_types *types,
			   const struct plan *plan, bool has_rule)
{
	static const char other[] =
		"the archive describes it differently than this fxtrace does";

	if (!bounds->function)
		return "this fxtrace does not know it";
	if (plan->trouble)
		return plan->trouble;
	if (plan->n != bounds->function->n_params ||
	    !is_same_result(bounds, plan))
		return other;
	for (size_t i = 0; i < plan->n; i++) {
		if (!is_same_value(bounds, plan, i))
			return other;
		if (!has_rule &&
		    is_nested(bounds->table, bounds_type(bounds, i)) &&
		    !is_made_inside(types, plan->params[i].type))
			return "it follows pointers within memory";
	}
	return NULL;
}

/* Drops the bits that the callee's parameter does not have. */
static void narrow_value(const struct bounds *bounds, struct args *args,
			 size_t i)
{
	const struct fxg_type *type =
		number_type(bounds->table, bounds_type(bounds, i));
	uint64_t word = args->values[i].words[0];
	unsigned n_bits = type->size < 8 ? 8 * type->size : 64;

	if (n_bits && n_bits < 64) {
		word &= (1ull << n_bits) - 1;
		if (type->flags & FXG_SIGNED && word >> (n_bits - 1))
			word |= UINT64_MAX << n_bits;
	}
	args->values[i].words[0] = word;
}

static void move_to(struct args *args, size_t i, void *p, size_t n_bytes)
{
	size_t n = args->bytes[i] < n_bytes ? args->bytes[i] : n_bytes;

	if (n)
		memcpy(p, args_pointer(args, i), n);
	args_set_pointer(args, i, p);
	args->bytes[i] = n_bytes;
}

static const char *grow(struct args_maker *maker, struct args *args, size_t i,
			uint64_t n_bytes)
{
	void *p;

	if (n_bytes > MAX_BYTES)
		return "it is given more memory than a replay has";
	p = fxr_arena_alloc(maker->arena, n_bytes + ARGS_SLACK_BYTES);
	move_to(args, i, p, n_bytes);
	return NULL;
}

/* A string ends with its memory, at the latest. */
static const char *end_string(struct args_maker *maker, struct args *args,
			      size_t i, size_t unit)
{
	static const char zero[8];
	size_t n = args->bytes[i] / unit * unit;

	if (unit > sizeof(zero))
		return "its string has no known units";
	if (n && !memcmp((char *)args_pointer(args, i) + n - unit, zero, unit))
		return NULL;
	return grow(maker, args, i, (uint64_t)n + unit);
}

static const char less_memory[] =
	"the archive has less memory than the call reads";

/* Whether the recorder found no memory at the address, and the program lived
 * on: then the call fails before it reads any. */
static bool is_never_read(const struct args *args, size_t i)
{
	return !args->bytes[i] && args->address[i] && args->before[i] &&
	       args->before[i]->value.kind == FXR_VALUE_BYTES &&
	       args->call->state == FXR_CALL_DONE;
}

/* Less than the call reads. */
static const char *lack(struct args_maker *maker, struct args *args, size_t i,
			uint64_t n_bytes)
{
	if (!maker->measure)
		return grow(maker, args, i, n_bytes);
	if (!is_never_read(args, i) || !guarded_zeros())
		return less_memory;
	args_set_pointer(args, i, guarded_zeros());
	args->bytes[i] = n_bytes < GUARDED_ZEROS ? n_bytes : GUARDED_ZEROS;
	return NULL;
}

/* A text of which the call says how much it reads. */
static const char *apply_text(const struct bounds *bounds,
			      struct args_maker *maker, struct args *args,
			      size_t i)
{
	const struct fxg_type *type = bounds_type(bounds, i);
	uint64_t n_bytes;

	if (type->count &&
	    needed_bytes(bounds, maker, args, i, false, &n_bytes) &&
	    n_bytes > args->bytes[i])
		return lack(maker, args, i, n_bytes);
	return end_string(maker, args, i, unit_of(bounds->table, type));
}

static const char *apply_input(const struct bounds *bounds,
			       struct args_maker *maker, struct args *args,
			       size_t i, bool needs_inputs)
{
	const struct fxg_type *type = bounds_type(bounds, i);
	uint64_t n_bytes;

	if (type->flags & FXG_NUL_ENDED || type->class == FXG_STR)
		return apply_text(bounds, maker, args, i);
	if (!needed_bytes(bounds, maker, args, i, false, &n_bytes))
		return needs_inputs ? "only the call knows what it reads"
				    : NULL;
	if (n_bytes <= args->bytes[i])
		return NULL;
	return lack(maker, args, i, n_bytes);
}

static const char *guard(struct args *args, size_t i, unsigned *n_guarded)
{
	size_t n_bytes = args->bytes[i];
	void *p = guarded_memory((*n_guarded)++, n_bytes);

	if (!p)
		return "there is no address space for what it writes";
	move_to(args, i, p, n_bytes);
	return NULL;
}

static const char *apply_output(const struct bounds *bounds,
				struct args_maker *maker, struct args *args,
				size_t i, unsigned *n_guarded)
{
	uint64_t n_bytes;
	size_t n_recorded = args->bytes[i];

	if (needed_bytes(bounds, maker, args, i, true, &n_bytes)) {
		if (args->is_out[i] && n_bytes <= n_recorded)
			return NULL;
		args->is_out[i] = true;
		return grow(maker, args, i,
			    n_bytes > n_recorded ? n_bytes : n_recorded);
	}
	args->is_out[i] = true;
	return guard(args, i, n_guarded);
}

static bool is_null(const struct args *args, size_t i)
{
	const struct fxr_arg *before = args->before[i];

	return !args->values[i].words[0] &&
	       (!before || before->value.kind == FXR_VALUE_NULL);
}

static bool is_plain_memory(const struct args *args, size_t i)
{
	const struct fxr_arg *before = args->before[i];

	return before && (before->value.kind == FXR_VALUE_BYTES ||
			  before->value.kind == FXR_VALUE_STRING);
}

static const char *apply_pointer(const struct bounds *bounds,
				 struct args_maker *maker, struct args *args,
				 size_t i, bool needs_inputs,
				 unsigned *n_guarded)
{
	const struct fxg_type *type = bounds_type(bounds, i);
	const char *trouble;

	if (type->class == FXG_FUNC && args->values[i].words[0])
		return "it calls a function of the program";
	if (type->class != FXG_STR && type->class != FXG_PTR)
		return args->bytes[i] ? guard(args, i, n_guarded) : NULL;
	if (!(type->dir & FXG_OUT)) {
		if (is_null(args, i))
			return NULL;
		if (is_nested(bounds->table, type) && is_plain_memory(args, i))
			return "it follows pointers within memory";
		return apply_input(bounds, maker, args, i, needs_inputs);
	}
	if (is_null(args, i) && args->before[i])
		return NULL;
	trouble = apply_output(bounds, maker, args, i, n_guarded);
	if (!trouble && type->dir & FXG_IN && type->class == FXG_STR)
		return end_string(maker, args, i, unit_of(bounds->table, type));
	return trouble;
}

/* Whether the count is among the arguments, or there is nothing to read. */
static bool is_idle(const struct bounds *bounds, const struct args_maker *maker,
		    const struct args *args, size_t i)
{
	const struct args_maker unmeasured = {0};
	uint64_t n_bytes;

	if (!bounds_type(bounds, i)->count)
		return false;
	return needed_bytes(bounds, &unmeasured, args, i, false, &n_bytes) ||
	       (needed_bytes(bounds, maker, args, i, false, &n_bytes) &&
		!n_bytes);
}

bool bounds_stand_in(const struct bounds *bounds,
		     const struct args_maker *maker, struct args *args,
		     size_t i)
{
	const struct fxg_type *type = bounds_type(bounds, i);
	void *p;

	if (type->class != FXG_PTR || !type->dir ||
	    is_nested(bounds->table, type))
		return false;
	if (type->dir == FXG_IN && !is_idle(bounds, maker, args, i))
		return false;
	p = guarded_memory(GUARDED_MAX - 1, 0);
	if (p)
		args_set_pointer(args, i, p);
	return p;
}

const char *bounds_apply(const struct bounds *bounds, struct args_maker *maker,
			 struct args *args, bool needs_inputs)
{
	const char *trouble = NULL;
	unsigned n_guarded = 0;

	for (size_t i = 0; i < args->plan->n; i++)
		if (args->plan->params[i].as.class == INVOKE_INT)
			narrow_value(bounds, args, i);
	for (size_t i = 0;
	     i < args->plan->n && args->plan->has_pointers && !trouble; i++)
		if (args->plan->params[i].as.class == INVOKE_POINTER &&
		    !(args->raw >> i & 1))
			trouble = apply_pointer(bounds, maker, args, i,
						needs_inputs, &n_guarded);
	args->blank = 0;
	return trouble;
}
