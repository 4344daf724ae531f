/* SPDX-License-Identifier: MIT */
/*
 * C values into record arguments, driven by the items of the tables.
 */
#ifndef PRELOAD_VALUE_CAPTURE_H
#define PRELOAD_VALUE_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/runtime/limits.h"
#include "preload/runtime/source.h"
#include "writer/record.h"

/* Bytes that the record may still take inline. */
static inline size_t fxp_capture_budget(const struct fxw_record *r)
{
	size_t used = r->used_words * 8ull;

	return used < FXP_INLINE_MAX_BYTES ? FXP_INLINE_MAX_BYTES - used : 0;
}

/* A float's bits as a double's. The processor's own conversion raises a flag
 * for some values, which the program may test. */
static inline uint64_t fxp_widened(uint64_t word)
{
	uint64_t sign = (word & 0x80000000) << 32;
	uint64_t fraction = word & 0x7fffff;
	uint64_t exponent = word >> 23 & 0xff;

	if (__builtin_expect(exponent - 1 < 0xfe, 1))
		exponent += 1023 - 127;
	else if (exponent)
		exponent = 0x7ff;
	else if (fraction) {
		/* a double can represent it with a leading 1 */
		exponent = 1023 - 126;
		for (; !(fraction & 0x800000); fraction <<= 1)
			exponent--;
		fraction &= 0x7fffff;
	}
	return sign | exponent << 52 | fraction << 29;
}

/* Appends the arguments of n items whose conditions hold, up to FXT_MAX_ARGS.
 * `end`: after the call (else END items are skipped). */
void fxp_capture(struct fxw_record *r, struct fxp_source *s,
		 const struct fxg_item *item, unsigned n, bool end);

/* Appends errno's symbol (or number). */
void fxp_capture_errno(struct fxw_record *r, struct fxp_source *s);

#endif
