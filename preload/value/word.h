/* SPDX-License-Identifier: MIT */
/*
 * Arguments as words: the form in which a wrapper passes its values to the
 * steps of a call.
 */
#ifndef PRELOAD_VALUE_WORD_H
#define PRELOAD_VALUE_WORD_H

#include <stdbool.h>
#include <stdint.h>

/* 64 bits of any argument: integers sign- or zero-extended by their own type,
 * pointers as addresses. Floating point goes through the next three. */
#define FXP_WORD(x) ((uint64_t)(x))

static inline uint64_t fxp_word_double(double x)
{
	union {
		double d;
		uint64_t u;
	} v = {x};
	return v.u;
}

static inline uint64_t fxp_word_float(float x)
{
	union {
		float f;
		uint32_t u;
	} v = {x};
	return v.u;
}

/* long double and structs by value: the address of the wrapper's own copy */
#define FXP_WORD_ADDRESS(x) ((uint64_t)(uintptr_t) & (x))

/* The bytes that a call reports as filled, at most those that it was given. */
static inline uint64_t fxp_least(uint64_t said, uint64_t given)
{
	return said < given ? said : given;
}

/* The integer that p pointed to before the call. 0 if p points to no memory. */
#define FXP_KEEP(p)                                                            \
	fxp_keep((p), sizeof(*(p)), (__typeof__(*(p)))-1 < (__typeof__(*(p)))1)
uint64_t fxp_keep(const void *p, unsigned n_bytes, bool is_signed);

#endif
