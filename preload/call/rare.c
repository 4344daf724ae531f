/* SPDX-License-Identifier: MIT */
/*
 * Arguments by the less usual ways, see rare.h.
 */
#include "preload/call/rare.h"

#include "preload/call/fast.h"
#include "preload/call/hot.h"
#include "preload/runtime/limits.h"
#include "preload/runtime/readable.h"
#include "preload/value/constant.h"
#include "preload/value/expr.h"
#include "preload/value/intern.h"
#include "preload/value/named.h"
#include "writer/utf8.h"

/* Bytes of buffers that are recorded whole, in any library. */
static int64_t long_blob_bytes(void)
{
	return fxp_limits.blob_bytes < FXP_LONG_BLOB
		       ? (int64_t)fxp_limits.blob_bytes
		       : FXP_LONG_BLOB;
}

/* A buffer of any size that is recorded whole, or NULL. */
static uint64_t *put_bytes(const struct fxw_thread *t,
			   const struct fxp_part *part, uint64_t *at,
			   const struct fxp_op *op, const void *p, int64_t n)
{
	uint64_t n_words;

	n = n > 0 ? n : 0;
	n_words = fxt_words((uint64_t)n);
	if (!p) {
		*at = (op->header & ~0xfull) | FXT_ARG_NULL;
		return at + 1;
	}
	if (n > long_blob_bytes() || !fxp_has_space(t, part, at, n_words * 8))
		return NULL;
	at[0] = (op->header + (n_words << 4)) | (uint64_t)n << 32;
	if (n_words) {
		at[n_words] = 0;
		fxw_copy(at + 1, p, (size_t)n);
	}
	return at + 1 + n_words;
}

/* A short buffer that the call has read. */
static uint64_t *put_input(const struct fxw_thread *t,
			   const struct fxp_part *part, uint64_t *at,
			   const struct fxp_op *op, const char *p, int64_t n)
{
	if (!p || n <= 0 || n > FXP_LONG_BLOB ||
	    !fxp_known_readable(p, (size_t)n))
		return NULL;
	return put_bytes(t, part, at, op, p, n);
}

/* What no record needs more of, behind one of its strings. */
#define REST_BYTES 2048

/* The same of strings. */
static size_t long_text_bytes(void)
{
	uint64_t n = fxp_limits.string_bytes < fxp_limits.whole_string_bytes
			     ? fxp_limits.string_bytes
			     : fxp_limits.whole_string_bytes;

	return n < FXP_LONG_TEXT ? (size_t)n : FXP_LONG_TEXT;
}

/* One of at most `max` bytes that ends in the page where it begins. The call
 * need not have read what is behind. */
static uint64_t *put_long_text(uint64_t *at, const struct fxp_op *op,
			       const char *p, size_t max)
{
	/* NULL, or 0 in there, if a handler has forked: no space */
	struct fxw_thread *t = *(struct fxw_thread *volatile *)&fxw_self;
	const uint64_t *end =
		t ? *(uint64_t *volatile *)&t->level[0].end : NULL;
	size_t limit = long_text_bytes(), most = limit + 1, n;
	size_t in_page = FXP_PAGE_BYTES - ((uintptr_t)p & (FXP_PAGE_BYTES - 1));

	if (most > in_page)
		most = in_page;
	if (most > max)
		most = max;
	n = fxw_length_max(p, most);
	if (!n || n > limit || (n == most && n != max) ||
	    fxw_utf8_cut(p, n) != n ||
	    (const char *)end - (const char *)at <
		    (int64_t)(FXP_LONG_TEXT + REST_BYTES))
		return NULL;
	at[0] = (op->header + (fxt_words(n) << 4)) | (0x8000ull | n) << 32;
	at[fxt_words(n)] = 0;
	fxw_copy(at + 1, p, n);
	return at + 1 + fxt_words(n);
}

/* One word, if the text has an index by now; behind is NULL: no text. */
static uint64_t *interned(uint64_t *at, uint64_t *behind, const char *p)
{
	return behind && behind - at > FXP_INTERN_MIN_WORDS
		       ? fxp_intern_arg(at, behind, p)
		       : behind;
}

/* A string that is not short or that touches a page end. */
static uint64_t *put_text(uint64_t *at, const struct fxp_op *op, const char *p)
{
	uint64_t *behind = fxp_fast_text(at, op->header, p);

	if (!behind && !*p) {
		*at = op->header; /* empty */
		return at + 1;
	}
	if (!behind)
		behind = put_long_text(at, op, p, SIZE_MAX);
	return interned(at, behind, p);
}

/* The same of at most `max` bytes, if that many are known to be there. */
static uint64_t *put_counted(uint64_t *at, const struct fxp_op *op,
			     const char *p, int64_t max)
{
	if (!p || max <= 0)
		return NULL;
	return interned(at, put_long_text(at, op, p, (size_t)max), p);
}

/* The argument's type of an enum's value that has no name. */
static uint64_t number_type(const struct fxg_table *table, unsigned type)
{
	return table->types[table->types[type].base].flags & FXG_SIGNED
		       ? FXT_ARG_INT32
		       : FXT_ARG_UINT32;
}

/* A constant that is not the first one of its place in the table, or that has
 * no name. */
static uint64_t *put_enum(const struct fxg_table *table,
			  const struct fxp_part *part, uint64_t *at,
			  const struct fxp_op *op, uint32_t value)
{
	uint64_t index = fxp_named_find(part->type_base + op->extra, value);

	if (index) {
		*at = op->header | index << 32;
		return at + 1;
	}
	if (!fxp_constant_is_nameless(table, op->extra, value))
		return NULL;
	*at = (op->header & ~0xfull) | (uint64_t)value << 32 |
	      number_type(table, op->extra);
	return at + 1;
}

uint64_t *fxp_rare_put(const struct fxw_thread *t, const struct fxp_call *call,
		       const struct fxp_part *part, uint64_t *at,
		       const struct fxp_op *op, const uint64_t *values)
{
	const struct fxg_table *table = call->cell->api->table;
	uint64_t word = values[op->slot];
	int64_t n;

	if (op->code == FXP_OP_STRING)
		return put_text(at, op, (const char *)word);
	if (op->code == FXP_OP_COUNTED)
		return put_counted(at, op, (const char *)word,
				   (int64_t)values[op->extra]);
	if (op->code == FXP_OP_ERRNO)
		word = (uint64_t)fxp_errno_of(t);
	if (op->code == FXP_OP_IF || op->code == FXP_OP_UNLESS)
		return !fxp_eval(table, op->extra, values) ==
				       (op->code == FXP_OP_UNLESS)
			       ? at
			       : NULL;
	if (op->code == FXP_OP_ENUM || op->code == FXP_OP_ERRNO)
		return put_enum(table, part, at, op, (uint32_t)word);
	if (!word)
		return put_bytes(t, part, at, op, NULL, 0);
	n = op->code == FXP_OP_BYTES || op->code == FXP_OP_INPUT
		    ? (int64_t)values[op->extra]
		    : fxp_eval(table, op->extra, values);
	if (op->code == FXP_OP_INPUT || op->code == FXP_OP_INPUT_EXPR)
		return put_input(t, part, at, op, (const char *)(uintptr_t)word,
				 n);
	if (op->code == FXP_OP_BYTES4)
		n *= 4;
	/* GL does not read the buffer if it rejects the call */
	if (table->is_whole && n > 0 && n <= FXP_LONG_BLOB &&
	    !fxp_known_readable((const void *)(uintptr_t)word, (size_t)n))
		return NULL;
	return put_bytes(t, part, at, op, (const void *)(uintptr_t)word, n);
}

uint64_t fxp_hot_named(struct fxp_slot *cell, unsigned type, uint64_t value)
{
	const volatile uint32_t *generation = &fxw_engine.generation;
	const struct fxg_table *table = cell->api->table;
	uint32_t before = *generation;
	uint16_t index = fxp_named_find(cell->api->type_base + type, value);

	if (!index)
		return fxp_constant_is_nameless(table, (uint16_t)type, value)
			       ? (FXT_ARG_STRING ^ number_type(table, type))
						 << 32 |
					 (uint32_t)value
			       : 0;
	/* release: the text's record; pairs with the acquire in fxp_put_named
	 */
	__atomic_store_n(&cell->named, value << 32 | type << 16 | index,
			 __ATOMIC_RELEASE);
	/* a handler has forked: the text has no index in the child's archive */
	if (unlikely(*generation != before))
		__atomic_store_n(&cell->named, 0, __ATOMIC_RELAXED);
	return index;
}

uint64_t *fxp_hot_text(uint64_t *at, uint64_t header, const char *p)
{
	struct fxp_op op = {.header = (uint32_t)header};

	if (p)
		return put_text(at, &op, p);
	*at = (header & ~0xfull) | FXT_ARG_NULL;
	return at + 1;
}

uint64_t *fxp_hot_bytes(const struct fxw_thread *t, uint64_t *at,
			uint64_t header, const void *p, uint64_t n,
			uint32_t space_bytes)
{
	struct fxp_op op = {.header = (uint32_t)header};
	struct fxp_part part = {.space_bytes = (uint16_t)space_bytes};

	return header & FXP_HOT_INPUT
		       ? put_input(t, &part, at, &op, p, (int64_t)n)
		       : put_bytes(t, &part, at, &op, p, (int64_t)n);
}
