/* SPDX-License-Identifier: MIT */
/*
 * Pointers within values, see encode.h: strings, memory, arrays, lists. The
 * program may have put anything there, so only verified memory is read. Parts
 * that do not fit are left out: they are null, or shorter.
 */
#include "preload/value/encode.h"
#include "preload/value/expr.h"
#include "preload/runtime/readable.h"

/* Limits of an array, and of a list, which may be circular. */
#define MAX_ELEMENTS 1024u
#define MAX_LIST 64u
/* Space that a value needs to be begun. */
#define ELEMENT_BYTES 64u

static enum fxp_verification verification_of(const struct fxp_value *v)
{
	return v->safe ? FXP_QUERY : FXP_KNOWN;
}

static bool is_there(struct fxp_value *v, const void *p, size_t n)
{
	return v->safe ? fxp_readable(v->source, p, n)
		       : fxp_known_readable(p, n);
}

/* The value of a member's expression, at least 0. */
static uint64_t measure_member(const struct fxp_value *v, uint16_t expr)
{
	uint64_t slot[1] = {(uint64_t)(uintptr_t)v->self};
	int64_t n = fxp_eval(v->source->table, expr, slot);

	return n > 0 ? (uint64_t)n : 0;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void put_cut(struct fxp_value *v, uint8_t kind, const void *p,
		    uint64_t n, uint64_t kept)
{
	v->cut_inside |= kept < n;
	fxp_put_counted(v, kind, p, kept);
}

void fxp_put_text(struct fxp_value *v, uint64_t address)
{
	const char *s = (const char *)(uintptr_t)address;
	uint64_t max = smaller(fxp_limits.string_bytes, fxp_space(v));
	size_t n;

	if (s &&
	    fxp_string_length(v->source, s, max + 1, verification_of(v), &n))
		put_cut(v, FXP_V_STRING, s, n, smaller(n, max));
	else
		fxp_put_address(v, address);
}

/* n bytes of memory. */
static void put_memory(struct fxp_value *v, const uint8_t *p, uint64_t n)
{
	uint64_t kept = smaller(
		n, smaller(fxp_blob_limit(v->source->table), fxp_space(v)));

	if (is_there(v, p, kept))
		put_cut(v, FXP_V_BLOB, p, n, kept);
	else
		fxp_put_address(v, (uint64_t)(uintptr_t)p);
}

/* Memory. All buffers together have at most `total` bytes. */
static void put_buffer(struct fxp_value *v, const uint8_t *p, uint64_t n)
{
	n = smaller(n, v->total);
	v->total -= n;
	put_memory(v, p, n);
}

/* One of several values, if there is space for it. */
static void put_element(struct fxp_value *v, uint16_t type, const uint8_t *p,
			int depth)
{
	if (fxp_space(v) >= ELEMENT_BYTES) {
		fxp_put_value(v, type, p, depth);
		return;
	}
	v->cut_inside = true;
	fxp_put_byte(v, FXP_V_NULL);
}

/* The number of elements in front of the null one, which ends them. */
static uint64_t count_ended(struct fxp_value *v, const uint8_t *p, size_t size)
{
	uint64_t n = 0;

	while (n < MAX_ELEMENTS && is_there(v, p + n * size, size) &&
	       fxw_load8(p + n * size))
		n++;
	return n;
}

/* In memory. The size of a STR is that of its characters. */
static size_t size_of(const struct fxg_type *t)
{
	return t->class == FXG_STR ? sizeof(void *) : t->size;
}

void fxp_put_elements(struct fxp_value *v, const struct fxg_type *t,
		      const uint8_t *p, int depth)
{
	size_t size = size_of(&v->source->table->types[t->base]);
	uint64_t n, kept;

	if (t->flags & FXG_NUL_ENDED) {
		size = sizeof(void *); /* only pointers end so */
		n = kept = count_ended(v, p, size);
	} else {
		n = measure_member(v, t->count);
		kept = smaller(n, MAX_ELEMENTS);
	}
	kept = smaller(kept, fxp_space(v));
	if (!is_there(v, p, kept * size)) {
		fxp_put_address(v, (uint64_t)(uintptr_t)p);
		return;
	}
	v->cut_inside |= kept < n;
	fxp_put_byte(v, FXP_V_ARRAY);
	fxp_put_varint(v, kept);
	for (uint64_t i = 0; i < kept; i++)
		put_element(v, t->base, p + i * size, depth);
}

/* The next element of the list, NULL at the end. */
static const uint8_t *next_of(struct fxp_value *v, const struct fxg_type *t,
			      const uint8_t *p)
{
	p = (const uint8_t *)(uintptr_t)fxw_load8(p + t->next - 1);
	return p && is_there(v, p, t->size) ? p : NULL;
}

void fxp_put_list(struct fxp_value *v, uint16_t type, const uint8_t *p,
		  int depth)
{
	const struct fxg_type *t = &v->source->table->types[type];
	const uint8_t *at = p;
	uint32_t n = 0, i;

	if (!is_there(v, p, t->size)) {
		fxp_put_address(v, (uint64_t)(uintptr_t)p);
		return;
	}
	for (; at && n < MAX_LIST; n++)
		at = next_of(v, t, at);
	v->cut_inside |= at != NULL;
	fxp_put_byte(v, FXP_V_ARRAY);
	fxp_put_varint(v, n);
	/* the program may change the list meanwhile */
	for (at = p, i = 0; i < n; i++) {
		if (at)
			put_element(v, type, at, depth);
		else
			fxp_put_byte(v, FXP_V_NULL);
		at = at ? next_of(v, t, at) : NULL;
	}
}

static void put_target(struct fxp_value *v, const struct fxg_type *t,
		       const uint8_t *p, int depth)
{
	const struct fxg_type *target = &v->source->table->types[t->base];
	uint64_t n = t->count ? measure_member(v, t->count) : 1;

	if (t->flags & FXG_RAW)
		put_memory(v, p, t->flags & FXG_SIZED ? n : n * target->size);
	else if (target->class == FXG_VOID)
		put_buffer(v, p, n);
	else if (t->flags & FXG_LINKED)
		fxp_put_list(v, t->base, p, depth);
	else if (t->count || t->flags & FXG_NUL_ENDED)
		fxp_put_elements(v, t, p, depth);
	else if (is_there(v, p, size_of(target)))
		put_element(v, t->base, p, depth);
	else
		fxp_put_address(v, (uint64_t)(uintptr_t)p);
}

void fxp_put_followed(struct fxp_value *v, const struct fxg_type *t,
		      const uint8_t *p, int depth)
{
	uint64_t address = fxw_load8(p);

	if (!address || depth > FXP_MAX_DEPTH)
		fxp_put_address(v, address);
	else if (t->class == FXG_STR && t->size != 1)
		fxp_put_address(v, address); /* wide */
	else if (t->class == FXG_STR && !t->count)
		fxp_put_text(v, address);
	else if (t->class == FXG_STR)
		put_memory(v, (const uint8_t *)(uintptr_t)address,
			   measure_member(v, t->count) * t->size);
	else
		put_target(v, t, (const uint8_t *)(uintptr_t)address, depth);
}
