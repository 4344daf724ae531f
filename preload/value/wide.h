/* SPDX-License-Identifier: MIT */
/*
 * Wide strings are recorded as UTF-8. An invalid character becomes U+FFFD.
 */
#ifndef PRELOAD_VALUE_WIDE_H
#define PRELOAD_VALUE_WIDE_H

#include "preload/value/capture.h"

/* Bytes of one character. */
static inline size_t fxp_wide_bytes(uint32_t c)
{
	return c < 0x80			     ? 1
	       : c < 0x800		     ? 2
	       : c < 0x10000 || c > 0x10ffff ? 3
					     : 4;
}

/* Writes one character; returns its bytes. */
static inline size_t fxp_wide_put(uint8_t *to, uint32_t c)
{
	size_t n = fxp_wide_bytes(c);
	size_t i;

	if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		c = 0xfffd;
	for (i = n - 1; i > 0; i--) {
		to[i] = (uint8_t)(0x80 | (c & 0x3f));
		c >>= 6;
	}
	to[0] = (uint8_t)(n == 1 ? c : (0xf00 >> n & 0xff) | c);
	return n;
}

/* The first max characters of the item's wide string, up to its end, as far as
 * they are readable (with a query, if `unsafe`). Returns how many of them take
 * at most limit bytes.
 * n_bytes: the size of all of them; kept_bytes: of these. */
size_t fxp_wide_measure(struct fxp_source *s, const struct fxg_item *item,
			bool unsafe, size_t max, size_t limit, size_t *n_bytes,
			size_t *kept_bytes);

#endif
