/* SPDX-License-Identifier: MIT */
/*
 * Numbers and expressions of unwind tables, see expr.h.
 */
#include "preload/unwind/expr.h"

#include "preload/arch/registers.h"

#define MAX_TERMS 4u

uint64_t fxp_read_fixed(struct fxp_bytes *in, unsigned n_bytes)
{
	uint64_t value = 0;

	if ((uint64_t)(in->end - in->at) < n_bytes) {
		in->is_bad = true;
		in->at = in->end;
		return 0;
	}
	for (unsigned i = 0; i < n_bytes; i++)
		value |= (uint64_t)*in->at++ << (8 * i);
	return value;
}

/* shift: the position of the bit behind the last ones */
static uint64_t read_leb(struct fxp_bytes *in, unsigned *shift, bool *is_minus)
{
	uint64_t value = 0;
	uint64_t byte;

	*shift = 0;
	do {
		byte = fxp_read_fixed(in, 1);
		if (*shift < 64)
			value |= (byte & 0x7f) << *shift;
		*shift += 7;
	} while (byte & 0x80);
	*is_minus = byte & 0x40;
	return value;
}

uint64_t fxp_read_uleb(struct fxp_bytes *in)
{
	unsigned shift;
	bool is_minus;

	return read_leb(in, &shift, &is_minus);
}

int64_t fxp_read_sleb(struct fxp_bytes *in)
{
	unsigned shift;
	bool is_minus;
	uint64_t value = read_leb(in, &shift, &is_minus);

	if (is_minus && shift < 64)
		value |= ~0ull << shift;
	return (int64_t)value;
}

struct fxp_bytes fxp_read_bytes(struct fxp_bytes *in, uint64_t n_bytes)
{
	struct fxp_bytes bytes = {in->at, in->at, false};

	if ((uint64_t)(in->end - in->at) < n_bytes) {
		in->is_bad = true;
		in->at = in->end;
		return bytes;
	}
	in->at += n_bytes;
	bytes.end = in->at;
	return bytes;
}

/* An expression's stack. */
struct terms {
	struct fxp_term term[MAX_TERMS];
	unsigned n;
};

static bool push_term(struct terms *terms, struct fxp_term term)
{
	if (terms->n == MAX_TERMS)
		return false;
	terms->term[terms->n++] = term;
	return true;
}

static bool push_number(struct terms *terms, int64_t value)
{
	return push_term(terms, (struct fxp_term){.off = value});
}

static bool push_register(struct terms *terms, unsigned reg, int64_t off,
			  uintptr_t place)
{
	if (reg == FXP_RULE_PLACE)
		return push_number(terms, (int64_t)place + off);
	return reg < FXP_RULE_REGISTERS &&
	       push_term(terms, (struct fxp_term){.off = off,
						  .reg = (uint8_t)reg,
						  .has_reg = true});
}

static bool add_number(struct fxp_term *term, int64_t value)
{
	if (term->is_at)
		term->more += (int32_t)value;
	else
		term->off += value;
	return value == (int32_t)value;
}

/* Operations on the two last terms, of which the last is a number. */
static bool run_two(struct terms *terms, unsigned code)
{
	struct fxp_term *a = &terms->term[terms->n - 2];
	int64_t b = terms->term[terms->n - 1].off;

	if (terms->term[terms->n - 1].has_reg)
		return false;
	terms->n--;
	if (code == 0x22) /* plus */
		return add_number(a, b);
	if (code == 0x1c) /* minus */
		return add_number(a, -b);
	if (a->has_reg)
		return false;
	if (code == 0x1a) /* and */
		a->off &= b;
	else if (code == 0x24 && (uint64_t)b < 64) /* shl */
		a->off = (int64_t)((uint64_t)a->off << b);
	else if (code == 0x2a) /* ge */
		a->off = a->off >= b;
	else
		return false;
	return true;
}

/* A number behind its code; false: the code is another one. */
static bool read_number(struct fxp_bytes *in, unsigned code, int64_t *value)
{
	unsigned n_bytes = 1u << ((code - 0x08) / 2 & 3);

	if (code == 0x10) {
		*value = (int64_t)fxp_read_uleb(in);
	} else if (code == 0x11) {
		*value = fxp_read_sleb(in);
	} else if (code >= 0x08 && code <= 0x0f) { /* const1u ... const8s */
		*value = (int64_t)fxp_read_fixed(in, n_bytes);
		if (code & 1)
			*value = (int64_t)((uint64_t)*value
					   << (64 - 8 * n_bytes)) >>
				 (64 - 8 * n_bytes);
	} else if (code >= 0x30 && code <= 0x4f) { /* lit */
		*value = code - 0x30;
	} else {
		return false;
	}
	return true;
}

static bool run_code(struct terms *terms, struct fxp_bytes *in, unsigned code,
		     uintptr_t place)
{
	struct fxp_term *last = &terms->term[terms->n ? terms->n - 1 : 0];
	int64_t value;

	if (read_number(in, code, &value))
		return push_number(terms, value);
	if (code >= 0x70 && code <= 0x8f) /* breg */
		return push_register(terms, code - 0x70, fxp_read_sleb(in),
				     place);
	if (code == 0x92) { /* bregx */
		uint64_t reg = fxp_read_uleb(in);

		return reg <= FXP_RULE_REGISTERS &&
		       push_register(terms, (unsigned)reg, fxp_read_sleb(in),
				     place);
	}
	if (!terms->n)
		return false;
	if (code == 0x23) /* plus_uconst */
		return add_number(last, (int64_t)fxp_read_uleb(in));
	if (code == 0x06) { /* deref */
		if (!last->has_reg || last->is_at)
			return false;
		last->is_at = true;
		return true;
	}
	return terms->n > 1 && run_two(terms, code);
}

bool fxp_stack_expr(struct fxp_bytes in, uintptr_t place,
		    struct fxp_term *value)
{
	struct terms terms;

	terms.n = 0;
	while (in.at < in.end) {
		unsigned code = (unsigned)fxp_read_fixed(&in, 1);

		if (!run_code(&terms, &in, code, place) || in.is_bad)
			return false;
	}
	if (terms.n != 1)
		return false;
	*value = terms.term[0];
	return true;
}
