/* SPDX-License-Identifier: MIT */
/*
 * Packed numbers of unwind tables, and some of their expressions. Their value
 * is a number, a register plus a number, or the memory at that address.
 *
 * Pure.
 */
#ifndef PRELOAD_UNWIND_EXPR_H
#define PRELOAD_UNWIND_EXPR_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes that are read. Once some are missing, is_bad stays set and all further
 * numbers are 0. */
struct fxp_bytes {
	const uint8_t *at, *end;
	bool is_bad;
};

static inline struct fxp_bytes fxp_bytes(const void *at, uint64_t n_bytes)
{
	return (struct fxp_bytes){at, (const uint8_t *)at + n_bytes, false};
}

/* 1, 2, 4 or 8 bytes, low first. */
uint64_t fxp_read_fixed(struct fxp_bytes *in, unsigned n_bytes);
uint64_t fxp_read_uleb(struct fxp_bytes *in);
int64_t fxp_read_sleb(struct fxp_bytes *in);
/* The next n_bytes. */
struct fxp_bytes fxp_read_bytes(struct fxp_bytes *in, uint64_t n_bytes);

/* The value is off. With has_reg: register + off. With is_at, too: the memory
 * at that address, plus `more`. */
struct fxp_term {
	int64_t off;
	int32_t more;
	uint8_t reg;
	bool has_reg, is_at;
};

/* The value of an expression at a place. False: it has another form. */
bool fxp_stack_expr(struct fxp_bytes expression, uintptr_t place,
		    struct fxp_term *value);

#endif
