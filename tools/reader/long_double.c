/* SPDX-License-Identifier: MIT */
/*
 * See long_double.h.
 */
#include "tools/reader/long_double.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define EXPONENT 0x7fffu /* of both formats; all ones: no finite number */
#define BIAS 16383

bool fxr_has_quads(const struct fxr_world *world)
{
	for (size_t i = 0; i < world->n_processes; i++)
		if (world->processes[i].arch.n_bytes)
			return fxr_is(world->processes[i].arch, "aarch64");
	return LDBL_MANT_DIG == 113;
}

/* Of 128 bits: the upper 64 of 113, in which the first one is not stored. */
static uint64_t mantissa_of_quad(uint64_t high, uint64_t low, bool is_normal)
{
	uint64_t upper = (high & 0xffffffffffff) << 15 | low >> 49;

	return upper | (uint64_t)is_normal << 63;
}

long double fxr_long_double(struct fxr_text bytes, bool is_quad)
{
	uint64_t words[2], mantissa;
	uint32_t top, exponent;
	unsigned rest; /* 1: rounded up */
	long double number;

	if (bytes.n_bytes < sizeof(words))
		return 0;
	memcpy(words, bytes.bytes, sizeof(words));
	if (is_quad && LDBL_MANT_DIG == 113) {
		memcpy(&number, words, sizeof(number));
		return number;
	}
	top = (uint32_t)(is_quad ? words[1] >> 48 : words[1] & 0xffff);
	exponent = top & EXPONENT;
	rest = is_quad && words[0] >> 48 & 1;
	mantissa = is_quad ? mantissa_of_quad(words[1], words[0], exponent != 0)
			   : words[0];
	if (exponent == EXPONENT)
		number = mantissa << 1 ? (long double)NAN
				       : (long double)INFINITY;
	else
		number = ldexpl((long double)mantissa + rest,
				(int)exponent + !exponent - BIAS - 63);
	return top > EXPONENT ? -number : number;
}
