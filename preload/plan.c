/* SPDX-License-Identifier: MIT */
/*
 * Plans of the hot path, made once a function. See fast.h.
 */
#include "preload/fast.h"

/* Words that an event has before and behind its arguments, and one to spare. */
#define EVENT_WORDS 4u
/* A string's header, its FXP_FAST_TEXT bytes, and what a 16-byte store may
 * touch behind them. */
#define STRING_WORDS (1 + FXP_FAST_TEXT / 8 + 2)
/* Longer buffers go the general way. */
#define FAST_BLOB_BYTES 512
#define MAX_ITEMS 14u

const uint8_t fxp_masks[32] = {255, 255, 255, 255, 255, 255, 255, 255,
			       255, 255, 255, 255, 255, 255, 255, 255};

/* Plans are never given back: a function has one for the process's life. */
static uint64_t arena[16384];
static uint32_t arena_used;

static void plain_op(struct fxp_op *op, unsigned code, unsigned arg_type)
{
	op->code = (uint8_t)code;
	op->header |= (code == FXP_OP_W64 ? 2u : 1u) << 4 | arg_type;
}

/* The count of a buffer's bytes, ready to be had. */
static uint32_t count_of(const struct fxg_table *table, uint16_t expr)
{
	uint32_t count = (uint32_t)expr << FXP_COUNT_EXPR_SHIFT;

	if (table->exprs[expr] == FXG_X_SLOT)
		count |= FXP_COUNT_IS_SLOT | table->exprs[expr + 1];
	return count;
}

static bool pointed_op(const struct fxp_api *api, const struct fxg_item *item,
		       struct fxp_op *op, unsigned *n_words)
{
	const struct fxg_type *t = &api->table->types[item->type];

	if (item->address_name != FXG_NONE)
		return false;
	if (item->kind == FXG_K_STRING && !t->count &&
	    fxp_limits.string_bytes >= FXP_FAST_TEXT) {
		plain_op(op, FXP_OP_STRING, FXT_ARG_STRING);
		*n_words += STRING_WORDS;
		return true;
	}
	if (item->kind == FXG_K_BYTES && t->count &&
	    item->when == FXG_AT_END_OK &&
	    api->table->types[t->base].size <= 1) {
		plain_op(op, FXP_OP_BYTES, FXT_ARG_BLOB);
		op->extra = count_of(api->table, t->count);
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
		plain_op(op, FXP_OP_W64, w64[item->kind]);
		*n_words += 2;
		return true;
	case FXG_K_ENUM:
	case FXG_K_FLAGS:
		if (api->table->types[t->base].size != 4)
			return false;
		plain_op(op, FXP_OP_ENUM, FXT_ARG_STRING);
		op->extra = api->type_base + item->type;
		*n_words += 1;
		return true;
	default:
		return pointed_op(api, item, op, n_words);
	}
}

static bool make_op(const struct fxp_api *api, const struct fxg_item *item,
		    struct fxp_op *op, unsigned *n_words)
{
	*op = (struct fxp_op){
		.header = (uint64_t)(api->string_base + item->name) << 16,
		.slot = item->slot,
	};
	return !item->cond && item->when != FXG_AT_BEGIN_SAFE &&
	       value_op(api, item, op, n_words);
}

static uint64_t *fast_bytes(const struct fxp_plan *plan, uint64_t *at,
			    const uint64_t *end, uint64_t room_bytes,
			    const struct fxp_op *op, const uint64_t *slot)
{
	const void *p = (const void *)(uintptr_t)slot[op->slot];
	uint64_t n_words;
	int64_t n;

	if (!p) {
		*at = (op->header & ~0xfull) | FXT_ARG_NULL;
		return at + 1;
	}
	n = op->extra & FXP_COUNT_IS_SLOT
		    ? (int64_t)slot[op->extra & FXP_COUNT_SLOT]
		    : fxp_eval(plan->table,
			       (uint16_t)(op->extra >> FXP_COUNT_EXPR_SHIFT),
			       slot);
	n_words = fxt_words((uint64_t)n);
	if (n <= 0 || n > FAST_BLOB_BYTES ||
	    (uint64_t)n > fxp_limits.blob_bytes ||
	    (uint64_t)(end - at) <= n_words + room_bytes / 8)
		return NULL;
	at[0] = (op->header + (n_words << 4)) | (uint64_t)n << 32;
	at[n_words] = 0;
	fxw_copy(at + 1, p, (size_t)n);
	return at + 1 + n_words;
}

uint64_t *fxp_fast_other(const struct fxp_plan *plan, uint64_t *at,
			 const uint64_t *end, uint64_t room_bytes,
			 const struct fxp_op *op, const uint64_t *slot)
{
	uint16_t index;

	if (op->code != FXP_OP_ENUM)
		return fast_bytes(plan, at, end, room_bytes, op, slot);
	index = fxp_named_find(op->extra, (uint32_t)slot[op->slot]);
	if (!index)
		return NULL;
	*at = op->header | (uint64_t)index << 32;
	return at + 1;
}

static struct fxp_part part(const struct fxp_api *api,
			    const struct fxg_function *f, unsigned event_type,
			    const struct fxp_op *first, unsigned n,
			    unsigned n_words)
{
	return (struct fxp_part){
		.header = fxt_event_header(
			event_type, 0, n, 0,
			(uint16_t)(api->string_base + f->category),
			(uint16_t)(api->string_base + f->name)),
		.first = first,
		.last = first + n,
		.room_bytes = n_words * 8,
	};
}

/* Whether failure shows in one value, and success opens nothing to be named. */
static bool is_ordinary(const struct fxp_api *api, const struct fxg_function *f)
{
	const struct fxg_type *ret = &api->table->types[f->ret_type];

	if (ret->class == FXG_HANDLE &&
	    api->table->types[ret->base].class != FXG_INT)
		return false;
	return f->error_rule == FXG_E_NONE || f->error_rule == FXG_E_MINUS1 ||
	       f->error_rule == FXG_E_NULL;
}

static struct fxp_plan *new_plan(unsigned n_ops)
{
	uint32_t need = (uint32_t)(sizeof(struct fxp_plan) +
				   n_ops * sizeof(struct fxp_op)) /
			8;
	uint32_t at = __atomic_fetch_add(&arena_used, need, __ATOMIC_RELAXED);

	if (at + need <= sizeof(arena) / 8)
		return (struct fxp_plan *)(arena + at);
	__atomic_fetch_sub(&arena_used, need, __ATOMIC_RELAXED);
	return NULL;
}

const struct fxp_plan *fxp_plan_make(struct fxp_api *api, unsigned function)
{
	const struct fxg_function *f = &api->table->functions[function];
	const struct fxg_item *item = &api->table->items[f->first_item];
	unsigned n_begin = f->n_begin_items, n = n_begin + f->n_end_items;
	unsigned n_words[2] = {EVENT_WORDS, EVENT_WORDS};
	struct fxp_plan *plan;

	if (n > MAX_ITEMS || !is_ordinary(api, f))
		return NULL;
	plan = new_plan(n);
	for (unsigned i = 0; plan && i < n; i++)
		if (!make_op(api, item + i, &plan->ops[i],
			     &n_words[i >= n_begin]))
			return NULL; /* its room stays unused */
	if (!plan)
		return NULL;
	plan->begin = part(api, f, FXT_EVENT_DURATION_BEGIN, plan->ops, n_begin,
			   n_words[0]);
	plan->end = part(api, f, FXT_EVENT_DURATION_END, plan->ops + n_begin,
			 f->n_end_items, n_words[1]);
	plan->leaf = part(api, f, FXT_EVENT_DURATION_COMPLETE, plan->ops, n,
			  n_words[0] + n_words[1]);
	plan->can_fail = f->error_rule != FXG_E_NONE;
	plan->failure = f->error_rule == FXG_E_MINUS1 ? UINT64_MAX : 0;
	plan->ret_slot = f->n_params;
	plan->table = api->table;
	return plan;
}
