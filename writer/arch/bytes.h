/* SPDX-License-Identifier: MIT */
/*
 * Long copies, and vectors of 16 bytes.
 */
#ifndef WRITER_ARCH_BYTES_H
#define WRITER_ARCH_BYTES_H

#include <stddef.h>
#include <stdint.h>
#if defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef int8_t fxw_v16 __attribute__((vector_size(16), aligned(1), may_alias));
typedef int8_t fxw_a16 __attribute__((vector_size(16), may_alias));

#if defined(__x86_64__)

static inline void fxw_copy_long(void *dst, const void *src, size_t n)
{
	__asm__ volatile("rep movsb"
			 : "+D"(dst), "+S"(src), "+c"(n)
			 :
			 : "memory");
}

static inline void fxw_zero_long(void *dst, size_t n)
{
	__asm__ volatile("rep stosb" : "+D"(dst), "+c"(n) : "a"(0) : "memory");
}

/* Bit i: byte i is negative. */
#define FXW_MASK16(v)                                                          \
	((unsigned)__builtin_ia32_pmovmskb128(                                 \
		(__attribute__((vector_size(16))) char)(v)))

#elif defined(__aarch64__)

/* At least 64 bytes. */
static inline void fxw_copy_long(void *dst, const void *src, size_t n)
{
	const uint8_t *from = src;
	uint8_t *to = dst;
	size_t i;

	__asm__("" : "+r"(n)); /* or it is known to be too much for a literal */
	for (i = 0; i + 64 < n; i += 64) {
		__asm__("" : "+r"(i));
		for (unsigned k = 0; k < 64; k += 16)
			*(fxw_v16 *)(to + i + k) =
				*(const fxw_v16 *)(from + i + k);
	}
	for (unsigned k = 64; k; k -= 16)
		*(fxw_v16 *)(to + n - k) = *(const fxw_v16 *)(from + n - k);
}

static inline void fxw_zero_long(void *dst, size_t n)
{
	uint8_t *to = dst;
	size_t i;

	for (i = 0; i + 64 < n; i += 64) {
		__asm__("" : "+r"(i));
		for (unsigned k = 0; k < 64; k += 16)
			*(fxw_v16 *)(to + i + k) = (fxw_v16){0};
	}
	for (unsigned k = 64; k; k -= 16)
		*(fxw_v16 *)(to + n - k) = (fxw_v16){0};
}

static inline unsigned fxw_mask16(fxw_a16 v)
{
	static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128,
					 1, 2, 4, 8, 16, 32, 64, 128};
	uint8x16_t sum = vandq_u8((uint8x16_t)(v < 0), vld1q_u8(bits));

	sum = vpaddq_u8(sum, sum);
	sum = vpaddq_u8(sum, sum);
	sum = vpaddq_u8(sum, sum);
	return vgetq_lane_u16(vreinterpretq_u16_u8(sum), 0);
}

/* Bit i: byte i is negative. */
#define FXW_MASK16(v) fxw_mask16((fxw_a16)(v))

#else
#error "bytes.h: vectors of this processor are not described yet"
#endif

#endif
