/* SPDX-License-Identifier: MIT */
/*
 * Prefix expressions, see expr.h. The work is bounded by their length: each
 * operator takes a byte, and nesting is capped.
 */
#include "tools/reader/expr.h"

#define MAX_DEPTH 64u

struct eval {
	struct fxr_bytes in;
	const struct fxr_names *names;
	unsigned depth;
	bool has_failed;
};

uint64_t fxr_load(const void *at, size_t n_bytes, bool is_signed)
{
	const unsigned char *bytes = at;
	uint64_t value = 0;
	size_t i;

	for (i = 0; i < n_bytes && i < 8; i++)
		value |= (uint64_t)bytes[i] << 8 * i;
	if (is_signed && i && i < 8 && value >> (8 * i - 1))
		value |= UINT64_MAX << 8 * i;
	return value;
}

static int64_t eval(struct eval *e);

static int64_t load_integer(struct eval *e, bool is_signed)
{
	unsigned n_bytes = fxr_get_byte(&e->in);
	int64_t address = eval(e), value = 0;

	if (e->has_failed || !n_bytes || n_bytes > 8 || !e->names->load ||
	    !e->names->load(e->names->context, (uint64_t)address, n_bytes,
			    is_signed, &value))
		e->has_failed = true;
	return value;
}

static int64_t slot_value(struct eval *e)
{
	int64_t value = 0;

	if (!e->names->slot(e->names->context, fxr_get_byte(&e->in), &value))
		e->has_failed = true;
	return value;
}

static int64_t measure(struct eval *e)
{
	unsigned what = fxr_get_byte(&e->in), n = fxr_get_byte(&e->in);
	int64_t args[FXG_MAX_MEASURED], value = 0;

	if (n > FXG_MAX_MEASURED || !e->names->measure) {
		e->has_failed = true;
		return 0;
	}
	for (unsigned i = 0; i < n; i++)
		args[i] = eval(e);
	if (e->has_failed ||
	    !e->names->measure(e->names->context, what, args, n, &value))
		e->has_failed = true;
	return value;
}

static int64_t operate(struct eval *e)
{
	unsigned op = fxr_get_byte(&e->in);
	int64_t a, b;

	switch (op) {
	case FXG_X_CONST:
		return (int64_t)fxr_get_word(&e->in);
	case FXG_X_SLOT:
		return slot_value(e);
	case FXG_X_LOAD:
	case FXG_X_LOADS:
		return load_integer(e, op == FXG_X_LOADS);
	case FXG_X_CALL:
		return measure(e);
	}
	if (op < FXG_X_MUL || op > FXG_X_GE) {
		e->has_failed = true;
		return 0;
	}
	a = eval(e);
	b = eval(e);
	return fxg_combine(op, a, b);
}

static int64_t eval(struct eval *e)
{
	int64_t value = 0;

	if (++e->depth > MAX_DEPTH || e->in.is_bad)
		e->has_failed = true;
	if (!e->has_failed)
		value = operate(e);
	e->depth--;
	return value;
}

bool fxr_eval(struct fxr_text expr, const struct fxr_names *names,
	      int64_t *value)
{
	const unsigned char *at = (const unsigned char *)expr.bytes;
	struct eval e = {{at, at + expr.n_bytes, false}, names, 0, false};

	*value = eval(&e);
	return !e.has_failed && !e.in.is_bad;
}

static bool memory_slot(const void *context, unsigned i, int64_t *value)
{
	(void)context;
	*value = 0;
	return i == 0;
}

static bool memory_load(const void *context, uint64_t address, unsigned n_bytes,
			bool is_signed, int64_t *value)
{
	const struct fxr_text *memory = context;

	if (address > memory->n_bytes || n_bytes > memory->n_bytes - address)
		return false;
	*value = (int64_t)fxr_load(memory->bytes + address, n_bytes, is_signed);
	return true;
}

bool fxr_eval_memory(struct fxr_text expr, struct fxr_text memory,
		     int64_t *value)
{
	struct fxr_names names = {&memory, memory_slot, memory_load, NULL};

	return fxr_eval(expr, &names, value);
}
