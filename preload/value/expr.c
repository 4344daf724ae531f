/* SPDX-License-Identifier: MIT */
/*
 * Prefix expressions of the tables, see expr.h and gen.h.
 */
#include "preload/value/expr.h"

#include "preload/runtime/upcalls.h"
#include "writer/bytes.h"

struct cursor {
	const struct fxg_table *table;
	const uint8_t *at;
	const uint64_t *slot;
};

static int64_t load_number(uint64_t address, unsigned width, int is_signed)
{
	const void *p = (const void *)(uintptr_t)address;

	if (!p)
		return 0;
	switch (width) {
	case 1:
		return is_signed ? *(const int8_t *)p : *(const uint8_t *)p;
	case 2:
		return is_signed ? (int16_t)fxw_load2(p) : fxw_load2(p);
	case 4:
		return is_signed ? (int32_t)fxw_load4(p)
				 : (int64_t)fxw_load4(p);
	default:
		return (int64_t)fxw_load8(p);
	}
}

/* How many arguments the constant needs; 255 if unknown. The constants of large
 * types are sorted, and no two of them are the same. So it is among the last
 * ones that are not larger. */
static int64_t n_taken_by(const struct fxg_table *table, uint16_t type,
			  int64_t value)
{
	const struct fxg_type *t = &table->types[type];
	const struct fxg_enumerator *e = &table->enumerators[t->first];
	uint32_t i = value >= 0 && value < t->n ? (uint32_t)value + 1 : t->n;

	while (i && (int64_t)e[i - 1].value > value)
		i--;
	if (i && (int64_t)e[i - 1].value == value)
		return e[i - 1].takes ? e[i - 1].takes - 1 : 255;
	for (i = 0; i < t->n; i++)
		if ((int64_t)e[i].value == value)
			return e[i].takes ? e[i].takes - 1 : 255;
	return 255;
}

static int64_t eval(struct cursor *c);

/* not inlined: its words are in no other operator's frame */
static __attribute__((noinline)) int64_t measured(struct cursor *c)
{
	int64_t arguments[FXG_MAX_MEASURED];
	unsigned what = *c->at++, n = *c->at++;

	for (unsigned i = 0; i < n; i++)
		arguments[i] = eval(c);
	return fxp_upcalls.measure(c->table, what, arguments);
}

static int64_t eval(struct cursor *c)
{
	uint8_t op = *c->at++;
	int64_t a, b;

	switch (op) {
	case FXG_X_CONST:
		a = (int64_t)fxw_load8(c->at);
		c->at += 8;
		return a;
	case FXG_X_SLOT:
		return (int64_t)c->slot[*c->at++];
	case FXG_X_LOAD:
	case FXG_X_LOADS:
		b = *c->at++; /* width */
		return load_number((uint64_t)eval(c), (unsigned)b,
				   op == FXG_X_LOADS);
	case FXG_X_TAKES:
		b = fxw_load2(c->at);
		c->at += 2;
		return n_taken_by(c->table, (uint16_t)b, eval(c));
	case FXG_X_CALL:
		return measured(c);
	default:
		a = eval(c);
		b = eval(c);
		return fxg_combine(op, a, b);
	}
}

int64_t fxp_eval(const struct fxg_table *table, uint16_t expr,
		 const uint64_t *slot)
{
	struct cursor c = {table, table->exprs + expr, slot};

	return eval(&c);
}
