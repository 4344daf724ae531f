/* SPDX-License-Identifier: MIT */
/*
 * Copying, clearing, measuring and comparing bytes inside another program: what
 * <string.h> does, without ever becoming a call to libc, which we interpose.
 * Made for the 5 to 60 bytes of names and paths.
 *
 * The compiler would turn such loops into calls of memcpy, memset or strlen.
 * The empty asm on each loop's counter hides the pattern from it.
 */
#ifndef WRITER_BYTES_H
#define WRITER_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "writer/arch/bytes.h"

/* Unaligned words that may alias anything. */
struct fxw_word2 {
	uint16_t v;
} __attribute__((packed, may_alias));
struct fxw_word4 {
	uint32_t v;
} __attribute__((packed, may_alias));
struct fxw_word8 {
	uint64_t v;
} __attribute__((packed, may_alias));

/* From here on the processor's own copy loop is faster than ours. */
#define FXW_STRING_OP_MIN_BYTES 512u

static inline uint64_t fxw_load8(const void *p)
{
	return ((const struct fxw_word8 *)p)->v;
}

static inline uint32_t fxw_load4(const void *p)
{
	return ((const struct fxw_word4 *)p)->v;
}

static inline uint16_t fxw_load2(const void *p)
{
	return ((const struct fxw_word2 *)p)->v;
}

static inline void fxw_store8(void *p, uint64_t v)
{
	((struct fxw_word8 *)p)->v = v;
}

static inline void fxw_store4(void *p, uint32_t v)
{
	((struct fxw_word4 *)p)->v = v;
}

static inline void fxw_store2(void *p, uint16_t v)
{
	((struct fxw_word2 *)p)->v = v;
}

static inline void fxw_copy16(void *dst, const void *src)
{
	*(fxw_v16 *)dst = *(const fxw_v16 *)src;
}

/* At most 15 bytes: head and tail overlap, so no loop. */
static inline void fxw_copy_short(uint8_t *dst, const uint8_t *src, size_t n)
{
	if (n >= 8) {
		uint64_t head = fxw_load8(src);

		fxw_store8(dst + n - 8, fxw_load8(src + n - 8));
		fxw_store8(dst, head);
	} else if (n >= 4) {
		uint32_t head = fxw_load4(src);

		fxw_store4(dst + n - 4, fxw_load4(src + n - 4));
		fxw_store4(dst, head);
	} else if (n >= 2) {
		uint16_t head = fxw_load2(src);

		fxw_store2(dst + n - 2, fxw_load2(src + n - 2));
		fxw_store2(dst, head);
	} else if (n) {
		*dst = *src;
	}
}

/* 16 to 64 bytes, without a loop. */
static inline void fxw_copy_medium(uint8_t *dst, const uint8_t *src, size_t n)
{
	fxw_copy16(dst, src);
	if (n > 32) {
		fxw_copy16(dst + 16, src + 16);
		fxw_copy16(dst + n - 32, src + n - 32);
	}
	fxw_copy16(dst + n - 16, src + n - 16);
}

/* Copies n bytes between places that do not overlap. */
static inline void fxw_copy(void *dst, const void *src, size_t n)
{
	const uint8_t *from = src;
	uint8_t *to = dst;
	size_t i;

	if (n < 16) {
		fxw_copy_short(to, from, n);
	} else if (n <= 64) {
		fxw_copy_medium(to, from, n);
	} else if (n < FXW_STRING_OP_MIN_BYTES) {
		for (i = 0; i + 16 < n; i += 16) {
			__asm__("" : "+r"(i));
			fxw_copy16(to + i, from + i);
		}
		fxw_copy16(to + n - 16, from + n - 16);
	} else {
		fxw_copy_long(dst, src, n);
	}
}

static inline void fxw_zero16(void *dst)
{
	*(fxw_v16 *)dst = (fxw_v16){0};
}

/* At most 15 bytes, like fxw_copy_short. */
static inline void fxw_zero_short(uint8_t *dst, size_t n)
{
	if (n >= 8) {
		fxw_store8(dst, 0);
		fxw_store8(dst + n - 8, 0);
	} else if (n >= 4) {
		fxw_store4(dst, 0);
		fxw_store4(dst + n - 4, 0);
	} else if (n) {
		dst[0] = 0;
		dst[n / 2] = 0;
		dst[n - 1] = 0;
	}
}

/* Sets n bytes to 0. */
static inline void fxw_zero(void *dst, size_t n)
{
	uint8_t *to = dst;
	size_t i;

	if (n >= FXW_STRING_OP_MIN_BYTES) {
		fxw_zero_long(dst, n);
	} else if (n >= 16) {
		for (i = 0; i + 16 < n; i += 16) {
			__asm__("" : "+r"(i));
			fxw_zero16(to + i);
		}
		fxw_zero16(to + n - 16);
	} else {
		fxw_zero_short(to, n);
	}
}

/* Bit i: byte i of the aligned 16 bytes at p is 0. May read bytes outside the
 * object, but none outside its page. */
__attribute__((no_sanitize_address)) static inline unsigned fxw_zero_bytes16(
	const void *p)
{
	fxw_a16 bytes;

	/* the compiler must not know that a literal ends within the 16 bytes */
	__asm__("" : "+r"(p));
	bytes = *(const fxw_a16 *)p;

	return FXW_MASK16(bytes == 0);
}

/* Length of the string at s, but at most max: min(strlen(s), max). Nothing is
 * read behind the aligned 16 bytes of the last byte that counts. */
static inline size_t fxw_length_max(const char *s, size_t max)
{
	unsigned skip = (unsigned)((uintptr_t)s & 15);
	const char *block = s - skip;
	unsigned zeros;
	size_t n;

	if (!max)
		return 0;
	zeros = fxw_zero_bytes16(block) >> skip;
	/* or the result would depend on bytes behind max, which a checker of
	 * memory reports where the program has not set them */
	if (max <= 16 - skip)
		zeros |= 1u << max;
	if (zeros) {
		n = (size_t)__builtin_ctz(zeros);
		return n < max ? n : max;
	}
	for (n = 16 - skip; n < max; n += 16) {
		__asm__("" : "+r"(n));
		zeros = fxw_zero_bytes16(s + n);
		if (max - n < 16)
			zeros |= 1u << (max - n);
		if (zeros) {
			n += (size_t)__builtin_ctz(zeros);
			break;
		}
	}
	return n < max ? n : max;
}

static inline size_t fxw_length(const char *s)
{
	return fxw_length_max(s, SIZE_MAX / 2);
}

/* Whether n bytes are the same in both places. */
static inline bool fxw_equal(const void *a, const void *b, size_t n)
{
	const uint8_t *x = a, *y = b;
	size_t i;

	if (n >= 8) {
		for (i = 0; i + 8 < n; i += 8) {
			__asm__("" : "+r"(i));
			if (fxw_load8(x + i) != fxw_load8(y + i))
				return false;
		}
		return fxw_load8(x + n - 8) == fxw_load8(y + n - 8);
	}
	for (i = 0; i < n; i++) {
		__asm__("" : "+r"(i));
		if (x[i] != y[i])
			return false;
	}
	return true;
}

/* Whether two NUL-terminated strings are the same. */
static inline bool fxw_same(const char *a, const char *b)
{
	size_t i;

	for (i = 0; a[i] && a[i] == b[i]; i++)
		__asm__("" : "+r"(i));
	return a[i] == b[i];
}

#endif
