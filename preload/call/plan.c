/* SPDX-License-Identifier: MIT */
/*
 * Plans of the fast path, made once for each function. See fast.h.
 */
#include "preload/call/plan.h"

#include "preload/call/fast.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "preload/arch/valgrind.h"
#include "preload/value/expr.h"
#include "writer/bytes.h"
#include "writer/large.h"

#define MAX_ITEMS 14u
#define LINE_BYTES 64u

const uint8_t fxp_masks[64] __attribute__((aligned(64))) = {
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

/* Plans are never freed: a function has one for the process's life. */
static struct {
	uint8_t bytes[128u << 10] __attribute__((aligned(64)));
	uint32_t used;
} arena FXW_LARGE;

static void plain_op(struct fxp_op *op, unsigned code, unsigned arg_type)
{
	op->code = (uint8_t)code;
	op->header |= (code == FXP_OP_W64 ? 2u : 1u) << 4 | arg_type;
}

/* The count of a buffer's bytes, as a slot or an expression. */
static void bytes_op(const struct fxg_table *table, uint16_t expr,
		     struct fxp_op *op)
{
	/* if the count must be queried, it is not a plain slot */
	bool is_slot = table->exprs[expr] == FXG_X_SLOT && !table->is_whole;

	plain_op(op, is_slot ? FXP_OP_BYTES : FXP_OP_BYTES_EXPR, FXT_ARG_BLOB);
	op->extra = is_slot ? table->exprs[expr + 1] : expr;
}

/* What the kernel or a stream has read, if the call succeeded. */
static bool input_op(const struct fxp_api *api, const struct fxg_type *t,
		     struct fxp_op *op)
{
	bool is_slot = api->table->exprs[t->count] == FXG_X_SLOT;

	if (api->table->is_whole || fxp_blob_limit(api->table) < FXP_FAST_BLOB)
		return false;
	plain_op(op, is_slot ? FXP_OP_INPUT : FXP_OP_INPUT_EXPR, FXT_ARG_BLOB);
	op->extra = is_slot ? api->table->exprs[t->count + 1] : t->count;
	return true;
}

static bool text_op(const struct fxg_table *table, uint16_t count,
		    struct fxp_op *op)
{
	plain_op(op, count ? FXP_OP_COUNTED : FXP_OP_STRING, FXT_ARG_STRING);
	op->extra = count ? table->exprs[count + 1] : 0;
	return !count || table->exprs[count] == FXG_X_SLOT;
}

static bool pointed_op(const struct fxp_api *api, const struct fxg_item *item,
		       struct fxp_op *op, unsigned *n_words)
{
	const struct fxg_type *t = &api->table->types[item->type];

	if (item->address_name != FXG_NONE || api->table->is_careful)
		return false;
	if (item->kind == FXG_K_STRING && t->size == 1 &&
	    !api->table->is_whole &&
	    fxp_string_limit(api->table) >= FXP_FAST_TEXT) {
		*n_words += FXP_STRING_WORDS;
		return text_op(api->table, t->count, op);
	}
	if (item->kind == FXG_K_BYTES && t->count &&
	    item->when >= FXG_AT_END_OK &&
	    fxp_blob_limit(api->table) >= FXP_FAST_BLOB &&
	    (api->table->types[t->base].size <= 1 || t->flags & FXG_SIZED)) {
		bytes_op(api->table, t->count, op);
		*n_words += 1;
		return true;
	}
	if (item->kind == FXG_K_BYTES && t->count &&
	    item->when == FXG_AT_END_IN && !item->read &&
	    (api->table->types[t->base].size <= 1 || t->flags & FXG_SIZED)) {
		*n_words += 1;
		return input_op(api, t, op);
	}
	if (item->kind == FXG_K_BYTES && t->count &&
	    item->when == FXG_AT_BEGIN &&
	    fxp_blob_limit(api->table) >= FXP_FAST_BLOB &&
	    api->table->types[t->base].size == 4 && !(t->flags & FXG_SIZED)) {
		plain_op(op, FXP_OP_BYTES4, FXT_ARG_BLOB);
		op->extra = t->count;
		*n_words += 1;
		return true;
	}
	return false;
}

static bool value_op(const struct fxp_api *api, const struct fxg_item *item,
		     struct fxp_op *op, unsigned *n_words)
{
	const struct fxg_type *t = &api->table->types[item->type];
	static const uint8_t w64[] = {
		[FXG_K_I64] = FXT_ARG_INT64,
		[FXG_K_U64] = FXT_ARG_UINT64,
		[FXG_K_POINTER] = FXT_ARG_POINTER,
		[FXG_K_F64] = FXT_ARG_DOUBLE,
	};

	switch (item->kind) {
	case FXG_K_I32:
	case FXG_K_U32:
		plain_op(op, FXP_OP_W32,
			 item->kind == FXG_K_I32 ? FXT_ARG_INT32
						 : FXT_ARG_UINT32);
		*n_words += 1;
		return true;
	case FXG_K_I64:
	case FXG_K_U64:
	case FXG_K_POINTER:
	case FXG_K_F64:
		plain_op(op, FXP_OP_W64, w64[item->kind]);
		*n_words += 2;
		return true;
	case FXG_K_F32:
		plain_op(op, FXP_OP_F32, FXT_ARG_DOUBLE);
		op->header += 1u << 4;
		*n_words += 2;
		return true;
	case FXG_K_BOOL:
		plain_op(op, FXP_OP_BOOL, FXT_ARG_BOOL);
		*n_words += 1;
		return true;
	case FXG_K_ENUM:
	case FXG_K_FLAGS:
		if (api->table->types[t->base].size != 4)
			return false;
		plain_op(op, FXP_OP_ENUM, FXT_ARG_STRING);
		op->extra = item->type;
		*n_words += 1;
		return true;
	default:
		return pointed_op(api, item, op, n_words);
	}
}

/* Whether it is always unknown if a call has read the string. */
static bool is_never_read(const struct fxg_table *table,
			  const struct fxg_item *item)
{
	return item->read && table->exprs[item->read] == FXG_X_CONST &&
	       !fxp_eval(table, item->read, NULL);
}

/* An argument that most calls do not have, such as open's mode: plans are for
 * those. */
static bool is_optional(const struct fxg_item *item)
{
	return item->cond && item->when == FXG_AT_BEGIN;
}

static bool make_op(const struct fxp_api *api, const struct fxg_item *item,
		    struct fxp_op *op, unsigned *n_words)
{
	*op = (struct fxp_op){
		.header = (api->string_base + item->name) << 16,
		.slot = item->slot,
	};
	return !item->cond && item->when != FXG_AT_BEGIN_SAFE &&
	       !is_never_read(api->table, item) &&
	       value_op(api, item, op, n_words);
}

/* Whether the call has failed only if it has set errno. */
static bool needs_errno(const struct fxg_function *f)
{
	return f->error_rule == FXG_E_MINUS1_ERRNO ||
	       f->error_rule == FXG_E_NULL_ERRNO ||
	       f->error_rule == FXG_E_ERRNO;
}

/* Whether one value or errno shows failure, and success opens nothing to be
 * named. */
static bool is_ordinary(const struct fxp_api *api, const struct fxg_function *f)
{
	const struct fxg_type *ret = &api->table->types[f->ret_type];

	if (f->flags & FXG_F_ORDERS || /* the number is not a value's */
	    (ret->class == FXG_HANDLE &&
	     api->table->types[ret->base].class != FXG_INT))
		return false;
	return f->error_rule != FXG_E_EAI && f->error_rule != FXG_E_NEGATIVE &&
	       f->error_rule != FXG_E_DLERROR &&
	       f->error_rule != FXG_E_MINUS1_DLERROR;
}

/* Rounded up to whole cache lines. */
static uint32_t part_bytes(unsigned n_ops)
{
	size_t n =
		sizeof(struct fxp_part) + (n_ops + 1) * sizeof(struct fxp_op);

	return (uint32_t)((n + LINE_BYTES - 1) & -(size_t)LINE_BYTES);
}

static struct fxp_part *take_part(uint32_t n)
{
	uint32_t at = __atomic_fetch_add(&arena.used, n, __ATOMIC_RELAXED);

	if (at + n <= sizeof(arena.bytes))
		return (struct fxp_part *)(arena.bytes + at);
	__atomic_fetch_sub(&arena.used, n, __ATOMIC_RELAXED);
	return NULL;
}

/* Whether item i has a condition in front: the call may not have read its
 * string, and no item before it has the same condition. */
static bool needs_if(const struct fxg_table *table, const struct fxg_item *item,
		     unsigned i)
{
	return item[i].read && table->exprs[item[i].read] != FXG_X_CONST &&
	       !(i && item[i - 1].read == item[i].read);
}

/* Of n items that are one event. */
static unsigned count_ops(const struct fxg_table *table,
			  const struct fxg_item *item, unsigned n)
{
	unsigned n_ops = n;

	for (unsigned i = 0; i < n; i++)
		n_ops += needs_if(table, item, i);
	return n_ops;
}

static enum fxp_failure_rule failure_rule(const struct fxg_function *f)
{
	switch (f->error_rule) {
	case FXG_E_NONE:
		return FXP_FAILS_NEVER;
	case FXG_E_RET:
		return FXP_FAILS_UNLESS;
	case FXG_E_ERRNO:
	case FXG_E_SHORT:
		return FXP_FAILS_ANYHOW;
	default:
		return FXP_FAILS_IF;
	}
}

static uint64_t failing_value(const struct fxg_function *f)
{
	switch (f->error_rule) {
	case FXG_E_MINUS1:
	case FXG_E_MINUS1_ERRNO:
	case FXG_E_MINUS1_FERROR:
		return UINT64_MAX;
	case FXG_E_WEOF:
	case FXG_E_WEOF_FERROR:
		return UINT32_MAX;
	default:
		return 0;
	}
}

static void set_failure(struct fxp_part *part, const struct fxg_function *f)
{
	part->ret_slot = f->n_params;
	part->failure = failing_value(f);
	part->is_short = f->error_rule == FXG_E_SHORT;
	part->error_slot = f->error_param;
	part->failure_rule = failure_rule(f);
	part->needs_errno = needs_errno(f);
}

static void finish_part(const struct fxp_api *api, const struct fxg_function *f,
			struct fxp_part *part, unsigned event_type,
			unsigned n_args, unsigned n_words)
{
	part->header =
		fxt_event_header(event_type, 0, n_args, 0,
				 (uint16_t)(api->string_base + f->category),
				 (uint16_t)(api->string_base + f->name));
	part->type_base = api->type_base;
	part->space_bytes = (uint16_t)(n_words * 8);
	set_failure(part, f);
}

/* One event of n items, from the function's item `first` on. */
static bool make_part(const struct fxp_api *api, const struct fxg_function *f,
		      struct fxp_part *part, unsigned event_type,
		      unsigned first, unsigned n)
{
	const struct fxg_item *item = &api->table->items[f->first_item + first];
	unsigned n_words = FXP_EVENT_WORDS, n_args = 0;
	struct fxp_op *op = part->ops;

	for (unsigned i = 0; i < n; i++) {
		if (is_optional(&item[i])) {
			*op++ = (struct fxp_op){.code = FXP_OP_UNLESS,
						.extra = item[i].cond};
			continue;
		}
		if (needs_if(api->table, item, i))
			*op++ = (struct fxp_op){.code = FXP_OP_IF,
						.extra = item[i].read};
		if (!make_op(api, &item[i], op++, &n_words))
			return false;
		n_args++;
	}
	*op = (struct fxp_op){.code = FXP_OP_DONE};
	finish_part(api, f, part, event_type, n_args, n_words);
	return true;
}

static bool has_errno(const struct fxp_api *api, const struct fxg_function *f)
{
	return api->table->errno_type &&
	       (f->error_rule == FXG_E_MINUS1 || f->error_rule == FXG_E_NULL ||
		needs_errno(f));
}

/* The end of a call that failed: what it would have returned is not there, and
 * errno is. */
static bool make_failed(const struct fxp_api *api, const struct fxg_function *f,
			struct fxp_part *part)
{
	const struct fxg_item *item =
		&api->table->items[f->first_item + f->n_begin_items];
	unsigned n_words = FXP_EVENT_WORDS + 1, n_args = 1;
	struct fxp_op *op = part->ops;

	for (unsigned i = 0; i < f->n_end_items; i++, item++) {
		if (item->when == FXG_AT_END_OK)
			continue;
		if (item->read ||
		    (item->when == FXG_AT_END_IN && item->kind != FXG_K_STRING))
			return false;
		part->has_inputs |= item->when == FXG_AT_END_IN;
		if (!make_op(api, item, op++, &n_words))
			return false;
		n_args++;
	}
	*op = (struct fxp_op){.header = (api->string_base + FXG_S_ERRNO) << 16,
			      .extra = (uint16_t)api->table->errno_type};
	plain_op(op++, FXP_OP_ERRNO, FXT_ARG_STRING);
	*op = (struct fxp_op){.code = FXP_OP_DONE};
	finish_part(api, f, part, FXT_EVENT_DURATION_END, n_args, n_words);
	return true;
}

/* Whether some end item is of a kind that no plan has. Wrappers of such a
 * function do not write their events themselves, so its end may have no plan
 * though its begin has. */
static bool has_other_ends(const struct fxp_api *api,
			   const struct fxg_function *f)
{
	const struct fxg_item *item =
		&api->table->items[f->first_item + f->n_begin_items];

	for (unsigned n = f->n_end_items; n; n--, item++)
		if (item->kind >= FXG_K_SCALAR_AT)
			return true;
	return false;
}

/* Begin, end and failed end, one behind the other. */
static bool make_all(const struct fxp_api *api, const struct fxg_function *f,
		     struct fxp_part *begin)
{
	const struct fxg_item *item = &api->table->items[f->first_item];
	unsigned n = f->n_begin_items;
	struct fxp_part *end;

	if (!make_part(api, f, begin, FXT_EVENT_DURATION_BEGIN, 0, n))
		return false;
	begin->next_off = part_bytes(count_ops(api->table, item, n));
	end = (struct fxp_part *)fxp_next_part(begin);
	if (!make_part(api, f, end, FXT_EVENT_DURATION_END, n,
		       f->n_end_items)) {
		if (!has_other_ends(api, f))
			return false;
		end->is_missing = true;
		set_failure(end, f);
	}
	if (!has_errno(api, f))
		return true;
	end->next_off =
		part_bytes(count_ops(api->table, item + n, f->n_end_items));
	if (!make_failed(api, f, (struct fxp_part *)fxp_next_part(end)))
		end->next_off = 0;
	return true;
}

const struct fxp_part *fxp_plan_make(struct fxp_api *api, unsigned function)
{
	const struct fxg_function *f = &api->table->functions[function];
	const struct fxg_table *table = api->table;
	const struct fxg_item *item = &table->items[f->first_item];
	unsigned n = f->n_begin_items, n_all = n + f->n_end_items;
	uint32_t failed_bytes =
		has_errno(api, f) ? part_bytes(f->n_end_items + 1) : 0;
	bool is_leaf = f->flags & FXG_F_LEAF, made;
	struct fxp_part *part;

	if (n_all > MAX_ITEMS || !is_ordinary(api, f))
		return NULL;
	part = take_part(
		is_leaf ? part_bytes(count_ops(table, item, n_all))
			: part_bytes(count_ops(table, item, n)) +
				  part_bytes(count_ops(table, item + n,
						       f->n_end_items)) +
				  failed_bytes);
	if (!part)
		return NULL;
	made = is_leaf ? make_part(api, f, part, FXT_EVENT_DURATION_COMPLETE, 0,
				   n_all)
		       : make_all(api, f, part);
	return made ? part : NULL; /* its space stays unused */
}

/* Each tool of valgrind preloads an object of its own, except those that only
 * count (callgrind, cachegrind, lackey). */
static bool is_valgrind_tool(const char *name)
{
	static const char any[] = "vgpreload_", core[] = "core";
	size_t n = sizeof(any) - 1;

	return fxw_length_max(name, n) == n && fxw_equal(name, any, n) &&
	       !(fxw_length_max(name + n, 4) == 4 &&
		 fxw_equal(name + n, core, 4));
}

/* Whether something checks each load of the program. Plans read up to 32 bytes
 * at a string, which valgrind reports where the memory block ends before. */
static bool is_checked(void)
{
	struct fxp_object tool;

	return fxp_valgrind_runs() &&
	       fxp_real_libraries(is_valgrind_tool, &tool, 1) != 0;
}

void fxp_plan_use(struct fxp_slot *cell, unsigned function, bool is_signed)
{
	const struct fxp_part *begin;

	if (!is_signed || is_checked()) {
		fxp_slot_withdraw_plan(cell);
		return;
	}
	fxw_cold_depth++;
	if (!(cell->watch & (FXP_REDACTED | FXP_STACKED)) && !cell->made)
		cell->made = fxp_plan_make(cell->api, function);
	fxw_cold_depth--;
	begin = cell->made;
	/* only the slow path handles triggers and secrets */
	if (cell->watch || !begin)
		return;
	/* release: the plan, and the records of its strings; pairs with the
	 * loads in call.c */
	__atomic_store_n(&cell->begin, begin, __ATOMIC_RELEASE);
}
