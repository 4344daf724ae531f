/* SPDX-License-Identifier: MIT */
/*
 * The fast path: events of ordinary calls are written by plan, see fast.h. Any
 * other call takes the slow path (call.c) from the step's start.
 */
#include "preload/call/fast.h"

#include "preload/call/hot.h"
#include "preload/call/rare.h"
#include "preload/symbol/error.h"
#include "preload/value/named.h"

#define INLINE_BYTES 16u /* the ids of a thread without an index */

/* Whether the call failed, as far as its return value shows it. */
static inline bool has_failed(const struct fxp_part *part,
			      const uint64_t *values)
{
	return part->failure_rule >> (values[part->ret_slot] == part->failure) &
	       1;
}

/* Whether errno, if its place is known, or another argument shows that it did
 * not. */
static inline bool is_refuted(const struct fxw_thread *t,
			      const struct fxp_part *part,
			      const uint64_t *values)
{
	/* once: the handler may come at any time */
	const int *error = *(int *const volatile *)&t->error;

	if (part->is_short)
		return values[part->ret_slot] >= values[part->error_slot];
	return part->needs_errno && error && !*error;
}

/* The part that writes a failed call's end, or NULL. */
static __attribute__((noinline)) const struct fxp_part *failed_part(
	const struct fxw_thread *t, const struct fxp_call *call,
	const struct fxp_part *end)
{
	const struct fxg_table *table = call->cell->api->table;
	unsigned function = (unsigned)(call->cell - call->cell->api->slots);
	const struct fxp_part *part = fxp_next_part(end);
	int error = fxp_errno_of(t);

	if (!part || error <= 0)
		return NULL;
	if (part->has_inputs &&
	    !fxp_error_confirms(&table->functions[function], error))
		return NULL;
	return part;
}

/* At least 16 bytes: the last ones may overlap those before. */
static inline __attribute__((always_inline)) uint64_t *put_bytes(
	const struct fxw_thread *t, const struct fxp_part *part, uint64_t *at,
	const struct fxp_op *op, const char *p, uint64_t n)
{
	uint64_t n_bytes = (n + 7) & ~7ull;
	char *to = (char *)(at + 1);

	if (unlikely(n - 16 > FXP_FAST_BLOB - 16 || !p ||
		     !fxp_has_space(t, part, at, n_bytes)))
		return NULL;
	at[0] = (op->header + (n_bytes << 1)) | n << 32;
	at += n_bytes / 8;
	*at = 0;
	fxw_copy16(to + n - 16, p + n - 16);
	for (n = (n - 1) & ~15ull; n; n -= 16)
		fxw_copy16(to + n - 16, p + n - 16);
	return at + 1;
}

static inline __attribute__((always_inline)) uint64_t *put_enum(
	const struct fxp_part *part, uint64_t *at, const struct fxp_op *op,
	uint64_t value)
{
	uint64_t index =
		fxp_named_first(part->type_base + op->extra, (uint32_t)value);

	*at = op->header | index << 32;
	return likely(index) ? at + 1 : NULL;
}

/* A value that is not a word or two. NULL: rejected. */
static inline __attribute__((always_inline)) uint64_t *put_value(
	const struct fxw_thread *t, const struct fxp_part *part, uint64_t *at,
	const struct fxp_op *op, const uint64_t *values)
{
	uint64_t word = values[op->slot];

	if (op->code == FXP_OP_STRING) {
		if (word)
			return fxp_short_text(at, op->header,
					      (const char *)word);
		*at = (op->header & ~0xfull) | 1u << 4;
		return at + 1;
	}
	if (op->code == FXP_OP_COUNTED)
		return fxp_short_counted_text(at, op->header,
					      (const char *)word,
					      (int64_t)values[op->extra]);
	if (op->code == FXP_OP_ENUM)
		return put_enum(part, at, op, word);
	if (op->code == FXP_OP_ERRNO)
		return put_enum(part, at, op, (uint64_t)fxp_errno_of(t));
	if (op->code == FXP_OP_F32) {
		at[0] = op->header;
		at[1] = fxp_widened(word);
		return at + 2;
	}
	if (op->code == FXP_OP_BOOL) {
		*at = op->header | (uint64_t)((word & 0xff) != 0) << 32;
		return at + 1;
	}
	if (op->code == FXP_OP_BYTES)
		return put_bytes(t, part, at, op, (const char *)word,
				 values[op->extra]);
	return NULL;
}

/* One or two words. NULL: another kind of value. */
static inline __attribute__((always_inline)) uint64_t *put_plain(
	uint64_t *at, const struct fxp_op *op, const uint64_t *values)
{
	if (op->code == FXP_OP_W32) {
		*at = op->header | values[op->slot] << 32;
		return at + 1;
	}
	if (op->code != FXP_OP_W64)
		return NULL;
	at[0] = op->header;
	/* two stores: merging them into one costs more */
	__asm__("" ::: "memory");
	at[1] = values[op->slot];
	return at + 2;
}

/* Puts the arguments from op on. NULL: take the slow path. */
static inline __attribute__((always_inline)) uint64_t *put_all(
	const struct fxw_thread *t, const struct fxp_call *call,
	const struct fxp_part *part, uint64_t *at, const struct fxp_op *op,
	const uint64_t *values)
{
	uint64_t *next;

	for (;; op++, at = next) {
		next = put_plain(at, op, values);
		if (next)
			continue;
		if (op->code == FXP_OP_DONE)
			return at;
		next = put_value(t, part, at, op, values);
		if (likely(next != NULL))
			continue;
		next = fxp_rare_put(t, call, part, at, op, values);
		if (!next)
			return NULL;
	}
}

/* The same, out of line: begins and ends share one copy of the code. */
static __attribute__((noinline)) uint64_t *put_others(
	const struct fxw_thread *t, const struct fxp_call *call,
	const struct fxp_part *part, uint64_t *at, const struct fxp_op *op,
	const uint64_t *values)
{
	return put_all(t, call, part, at, op, values);
}

static inline __attribute__((always_inline)) uint64_t *put_plain_ones(
	const struct fxw_thread *t, const struct fxp_call *call,
	const struct fxp_part *part, uint64_t *at, const uint64_t *values)
{
	const struct fxp_op *op = part->ops;
	uint64_t *next;

	while ((next = put_plain(at, op, values))) {
		at = next;
		op++;
	}
	return op->code == FXP_OP_DONE
		       ? at
		       : put_others(t, call, part, at, op, values);
}

/*
 * Writes one event, and opens or closes its call. For the steps and their order
 * see the comments of fxw_window_open and fxw_window_commit.
 * open     of an end: its call's entry, else NULL
 * counter  the time stamp counter: at a begin's last or an end's first moment
 * False: nothing is committed. Or it was committed into a parent's archive, and
 * a handler has forked: we are now the child.
 */
static inline __attribute__((always_inline)) bool write_part(
	struct fxw_thread *t, struct fxp_call *call,
	const struct fxp_part *part, const uint64_t *values, unsigned type,
	struct fxw_open *open, uint64_t counter)
{
	bool is_leaf = type == FXT_EVENT_DURATION_COMPLETE;
	bool is_end = type == FXT_EVENT_DURATION_END;
	bool is_begin = type == FXT_EVENT_DURATION_BEGIN;
	struct fxw_open *pushed = NULL;
	struct fxp_place place;
	uint64_t *at, bits, ticks;

	bits = fxp_open_window(t, call, part->space_bytes + INLINE_BYTES, open,
			       0, &place);
	if (unlikely(!bits))
		return false;
	at = place.start + 2;
	if (unlikely(bits == FXW_BITS_INLINE)) {
		at[0] = t->process;
		at[1] = t->id;
		at += 2;
		bits = 0;
	}
	at = is_leaf ? put_all(t, call, part, at, part->ops, values)
		     : put_plain_ones(t, call, part, at, values);
	if (unlikely(!at)) {
		fxp_leave_window(t, call, &place);
		return false;
	}
	/* late: the counter was read long ago, but arrives only now */
	ticks = fxw_stamp_of(t, counter);
	place.start[1] = is_leaf ? call->begin_ticks : ticks;
	if (is_leaf)
		*at++ = ticks;
	if (is_begin) {
		call->begin_ticks = ticks;
		pushed = fxp_push_half(t, call->cell, ticks,
				       t->level[0].sequence);
	}
	if (is_end)
		fxp_mark_end(open, place.start);
	fxp_commit_words(t, &place, at, part->header + bits);
	if (is_begin)
		fxp_push_rest(t, call, pushed);
	fxp_move_cursor(t, at);
	if (is_end)
		fxp_pop_top(t, open);
	if (!is_end)
		fxw_count_call(place.slot);
	return fxp_close_window(t, call, &place);
}

/* See fxp_is_inside. */
static inline bool is_inside(const struct fxw_thread *t, uintptr_t frame)
{
	/* not `bottom`: threads without an index are here, too */
	return likely(fxp_event_bits(t) != 0) && t->stack_low <= frame &&
	       t->top > frame;
}

void fxp_begin_step(struct fxp_call *call, struct fxp_slot *cell,
		    const uint64_t *slot)
{
	struct fxw_thread *t = fxw_self;
	/* acquire: pairs with the release in fxp_plan_use */
	const struct fxp_part *part =
		__atomic_load_n(&cell->begin, __ATOMIC_ACQUIRE);

	call->cell = cell;
	if (unlikely(!part))
		goto general;
	if (unlikely(!t))
		goto general;
	if (unlikely(!is_inside(t, fxp_upper(call))))
		goto general;
	call->generation = t->generation;
	if (unlikely(!write_part(t, call, part, slot, FXT_EVENT_DURATION_BEGIN,
				 NULL, fxw_counter())))
		goto general;
	return;
general:
	fxp_begin_general(call, slot);
}

void fxp_end(struct fxp_call *call, const uint64_t *slot)
{
	struct fxw_thread *t = fxw_self;
	const struct fxp_part *part;
	struct fxw_open *open;
	uint64_t counter;

	/* without bits, reading the counter may be forbidden */
	if (unlikely(!t || !fxp_event_bits(t)))
		goto general;
	/* first: the code below does not wait for it */
	counter = fxw_counter();
	open = fxp_top_of(t, call);
	if (unlikely(!open))
		goto general;
	/* acquire: pairs with the release in fxp_plan_use */
	part = __atomic_load_n(&call->cell->begin, __ATOMIC_ACQUIRE);
	if (unlikely(!part))
		goto general;
	part = fxp_next_part(part);
	if (unlikely(has_failed(part, slot)) && !is_refuted(t, part, slot))
		part = failed_part(t, call, part);
	if (unlikely(!part || part->is_missing))
		goto general;
	if (unlikely(!write_part(t, call, part, slot, FXT_EVENT_DURATION_END,
				 open, counter)))
		goto general;
	return;
general:
	fxp_end_general(call, slot);
}

void fxp_leaf_begin_step(struct fxp_call *call, struct fxp_slot *cell)
{
	struct fxw_thread *t = fxw_self;

	call->cell = cell;
	if (unlikely(!cell->begin))
		goto general;
	if (unlikely(!t))
		goto general;
	if (unlikely(!is_inside(t, fxp_upper(call))))
		goto general;
	call->thread = t;
	call->begin_ticks = fxw_stamp_of(t, fxw_counter());
	return;
general:
	fxp_leaf_begin_general(call);
}

void fxp_leaf_end(struct fxp_call *call, const uint64_t *slot)
{
	struct fxw_thread *t = call->thread;
	const struct fxp_part *part;
	uint64_t counter;

	if (unlikely(!t || !fxp_event_bits(t)))
		goto general;
	/* first: the code below does not wait for it */
	counter = fxw_counter();
	/* acquire: pairs with the release in fxp_plan_use */
	part = __atomic_load_n(&call->cell->begin, __ATOMIC_ACQUIRE);
	if (unlikely(!part))
		goto general;
	if (unlikely(has_failed(part, slot)) && !is_refuted(t, part, slot))
		goto general;
	if (unlikely(!write_part(t, call, part, slot,
				 FXT_EVENT_DURATION_COMPLETE, NULL, counter)))
		goto general;
	return;
general:
	fxp_leaf_end_general(call, slot);
}
