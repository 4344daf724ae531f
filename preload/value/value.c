/* SPDX-License-Identifier: MIT */
/*
 * apitrace's value encoding, see value.h. It walks C memory by the type tables
 * and runs in the recorder's window.
 */
#include "preload/value/value.h"

#include "preload/value/choose.h"
#include "preload/symbol/libc.h"
#include "preload/value/encode.h"
#include "preload/value/expr.h"
#include "preload/value/load.h"
#include "preload/runtime/readable.h"
#include "preload/schema/sign.h"

#define MAX_ELEMENTS 65536u
/* Reserved for kind and count in front of elements. */
#define ARRAY_HEAD_BYTES 8u

unsigned fxp_scalar_kind(const struct fxg_table *table, uint16_t type)
{
	const struct fxg_type *t = &table->types[type];

	switch (t->class) {
	case FXG_ENUM:
		return table->types[t->base].class == FXG_FLOAT ? FXG_K_F32
								: FXG_K_ENUM;
	case FXG_FLAGS:
		return FXG_K_FLAGS;
	case FXG_BOOL:
		return FXG_K_BOOL;
	case FXG_FLOAT:
		return t->size == 4 ? FXG_K_F32 : FXG_K_F64;
	case FXG_HANDLE:
		return fxp_scalar_kind(table, t->base);
	case FXG_INT:
		if (t->size == 8)
			return t->flags & FXG_SIGNED ? FXG_K_I64 : FXG_K_U64;
		return t->flags & FXG_SIGNED ? FXG_K_I32 : FXG_K_U32;
	default:
		return FXG_K_POINTER;
	}
}

static void put_integer(struct fxp_value *v, uint16_t type, uint64_t word)
{
	const struct fxg_type *t = &v->source->table->types[type];

	if (t->class != FXG_INT)
		t = &v->source->table->types[t->base];
	if (t->flags & FXG_SIGNED) {
		fxp_put_signed(v, (int64_t)word);
	} else {
		fxp_put_byte(v, FXP_V_POSITIVE);
		fxp_put_varint(v, word);
	}
}

static void put_array(struct fxp_value *v, const struct fxg_type *t,
		      const uint8_t *p, int depth)
{
	const struct fxg_type *unit = &v->source->table->types[t->base];

	if (unit->class == FXG_INT && unit->size == 1 &&
	    unit->show == FXG_CHAR) {
		fxp_put_counted(v, FXP_V_STRING, p,
				fxw_length_max((const char *)p, t->n));
		return;
	}
	fxp_put_byte(v, FXP_V_ARRAY);
	fxp_put_varint(v, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		fxp_put_value(v, t->base, p + (size_t)i * unit->size, depth);
}

/* Leaves out the value. A string becomes an array of null and its size. */
static void put_secret(struct fxp_value *v, const struct fxg_member *m,
		       const uint8_t *p)
{
	const struct fxg_type *t = &v->source->table->types[m->type];
	const char *text = NULL;
	size_t n;

	if (t->class == FXG_STR)
		text = (const char *)(uintptr_t)fxw_load8(p);
	if (!text || !fxp_string_length(v->source, text,
					fxp_limits.string_bytes, true, &n)) {
		fxp_put_byte(v, FXP_V_NULL);
		return;
	}
	fxp_put_byte(v, FXP_V_ARRAY);
	fxp_put_varint(v, 2);
	fxp_put_byte(v, FXP_V_NULL);
	fxp_put_byte(v, FXP_V_POSITIVE);
	fxp_put_varint(v, n);
}

static void put_member(struct fxp_value *v, const struct fxg_member *m,
		       const uint8_t *p, int depth)
{
	uint64_t word;

	if (m->flags & FXG_SECRET) {
		put_secret(v, m, p + m->byte_off);
		return;
	}
	if (!m->bits) {
		fxp_put_value(v, m->type, p + m->byte_off, depth);
		return;
	}
	word = fxw_load4(p + m->byte_off) >> m->bit_off;
	put_integer(v, m->type, word & ((1ull << m->bits) - 1));
}

static void put_struct(struct fxp_value *v, uint16_t type, const uint8_t *p,
		       int depth)
{
	const struct fxg_table *table = v->source->table;
	const struct fxg_type *t = &table->types[type];
	const void *outer = v->self;

	v->self = p; /* the base of its members' expressions */
	fxp_put_byte(v, FXP_V_STRUCT);
	fxp_put_varint(v, v->source->api->type_base + type);
	for (uint32_t i = 0; i < t->n; i++)
		put_member(v, &table->members[t->first + i], p, depth);
	v->self = outer;
}

static void put_float(struct fxp_value *v, const struct fxg_type *t,
		      const uint8_t *p)
{
	if (t->size == 4 || t->size == 8) {
		fxp_put_byte(v, t->size == 4 ? FXP_V_FLOAT : FXP_V_DOUBLE);
		fxp_put_bytes(v, p, t->size);
	} else {
		fxp_put_counted(v, FXP_V_BLOB, p, t->size);
	}
}

static void put_named(struct fxp_value *v, uint16_t type, uint8_t kind,
		      uint64_t word)
{
	const struct fxg_table *table = v->source->table;
	const struct fxg_type *t = &table->types[type];

	for (uint32_t i = t->first; !v->out && i < t->first + t->n; i++) {
		const struct fxg_enumerator *e = &table->enumerators[i];

		if ((word & e->mask) == e->value)
			fxp_sign_enumerator(v->source->api, type, i);
	}
	fxp_put_byte(v, kind);
	fxp_put_varint(v, v->source->api->type_base + type);
	if (kind == FXP_V_ENUM) {
		put_integer(v, type, word);
	} else {
		fxp_put_byte(v, FXP_V_POSITIVE);
		fxp_put_varint(v, word);
	}
}

/* Memory that selects its own case. If that case is not described, or for a
 * plain union, the bytes. */
static void put_union(struct fxp_value *v, uint16_t type, const uint8_t *p,
		      int depth)
{
	const struct fxg_table *table = v->source->table;
	const struct fxg_type *t = &table->types[type];
	uint64_t slot[1] = {(uint64_t)(uintptr_t)p};
	uint32_t i = t->count ? fxp_choose(table, t, slot) : 0;

	if (!t->count || !table->cases[i].type) {
		fxp_put_counted(v, FXP_V_BLOB, p, t->size);
		return;
	}
	if (!v->out)
		fxp_sign_case(v->source->api, type, i);
	fxp_put_value(v, table->cases[i].type, p, depth);
}

void fxp_put_value(struct fxp_value *v, uint16_t type, const uint8_t *p,
		   int depth)
{
	const struct fxg_table *table = v->source->table;
	const struct fxg_type *t = &table->types[type];

	if (depth > FXP_MAX_DEPTH) {
		fxp_put_counted(v, FXP_V_BLOB, p, t->size);
		return;
	}
	switch (t->class) {
	case FXG_INT:
	case FXG_HANDLE:
		put_integer(v, type, fxp_load_scalar(table, type, p));
		break;
	case FXG_FLOAT:
		put_float(v, t, p);
		break;
	case FXG_BOOL:
		fxp_put_byte(v, *p ? FXP_V_TRUE : FXP_V_FALSE);
		break;
	case FXG_ENUM:
		if (table->types[t->base].class == FXG_FLOAT)
			put_float(v, t, p);
		else
			put_named(v, type, FXP_V_ENUM,
				  fxp_load_scalar(table, type, p));
		break;
	case FXG_FLAGS:
		put_named(v, type, FXP_V_BITMASK,
			  fxp_load_scalar(table, type, p));
		break;
	case FXG_STR:
	case FXG_PTR:
		fxp_put_followed(v, t, p, depth + 1);
		break;
	case FXG_ARRAY:
		put_array(v, t, p, depth + 1);
		break;
	case FXG_STRUCT:
		if (t->flags & FXG_OF_GLIBC && fxp_libc_is_other())
			fxp_put_counted(v, FXP_V_BLOB, p, t->size);
		else
			put_struct(v, type, p, depth + 1);
		break;
	case FXG_UNION:
		put_union(v, type, p, depth + 1);
		break;
	default:
		fxp_put_address(v, fxw_load8(p));
	}
}

/* Removes what did not fit. Returns whether something did not. */
static bool take_back(struct fxp_value *v, uint32_t before)
{
	if (v->n_bytes + ARRAY_HEAD_BYTES <= v->limit_bytes || v->out)
		return false;
	v->n_bytes = before;
	return true;
}

static const char *string_at(struct fxp_value *v, const char *const *strings,
			     uint32_t i)
{
	if (!fxp_readable(v->source, &strings[i], sizeof(*strings)))
		return NULL;
	return strings[i];
}

/* How many strings of the null-ended array fit, and in all. */
static uint32_t count_strings(struct fxp_value *v, const char *const *strings)
{
	struct fxp_value measure = *v;
	uint32_t n_fit = 0, n = 0;
	const char *s;

	measure.out = NULL;
	while (n < MAX_ELEMENTS && (s = string_at(v, strings, n))) {
		uint32_t before = measure.n_bytes;

		n++;
		if (n_fit + 1 < n)
			continue; /* full: only counts on */
		fxp_put_text(&measure, (uint64_t)(uintptr_t)s);
		if (!take_back(&measure, before))
			n_fit++;
	}
	v->n_elements = n;
	v->cut = n_fit < n;
	return n_fit;
}

static bool encode_strings(struct fxp_value *v, const char *const *strings)
{
	uint32_t n;

	if (!fxp_readable(v->source, strings, sizeof(*strings)))
		return false;
	n = count_strings(v, strings);
	fxp_put_byte(v, FXP_V_ARRAY);
	fxp_put_varint(v, n);
	for (uint32_t i = 0; i < n; i++)
		fxp_put_text(v, (uint64_t)(uintptr_t)string_at(v, strings, i));
	return true;
}

static void encode_elements(struct fxp_value *v, uint16_t type,
			    const uint8_t *p, uint64_t n)
{
	size_t size = v->source->table->types[type].size;
	struct fxp_value measure = *v;
	uint64_t n_fit = 0;

	measure.out = NULL;
	for (; n_fit < n; n_fit++) {
		uint32_t before = measure.n_bytes;

		fxp_put_value(&measure, type, p + n_fit * size, 0);
		if (take_back(&measure, before))
			break;
	}
	v->n_elements = n;
	v->cut = n_fit < n;
	fxp_put_byte(v, FXP_V_ARRAY);
	fxp_put_varint(v, n_fit);
	for (uint64_t i = 0; i < n_fit; i++)
		fxp_put_value(v, type, p + i * size, 0);
}

bool fxp_value_encode(struct fxp_value *v, const struct fxg_item *item)
{
	const struct fxg_table *table = v->source->table;
	const struct fxg_type *t = &table->types[item->type];
	const uint8_t *p =
		(const uint8_t *)(uintptr_t)v->source->slot[item->slot];
	uint64_t n = 1;

	v->total = UINT64_MAX;
	if (t->total) {
		int64_t total = fxp_eval(table, t->total, v->source->slot);

		v->total = total > 0 ? (uint64_t)total : 0;
	}
	if (item->kind == FXG_K_STRINGS)
		return encode_strings(v, (const char *const *)p);
	if (t->count) {
		int64_t count = fxp_eval(table, t->count, v->source->slot);

		n = count > 0 ? (uint64_t)count : 0;
		if (n > MAX_ELEMENTS)
			n = MAX_ELEMENTS;
	}
	if (v->safe &&
	    !fxp_readable(v->source, p, n * table->types[t->base].size))
		return false;
	if (t->flags & FXG_LINKED)
		fxp_put_list(v, t->base, p, 1);
	else if (t->flags & FXG_NUL_ENDED)
		fxp_put_elements(v, t, p, 0);
	else if (t->count)
		encode_elements(v, t->base, p, n);
	else
		fxp_put_value(v, t->base, p, 0);
	return true;
}
