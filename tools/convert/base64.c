/* SPDX-License-Identifier: MIT */
/*
 * See base64.h.
 */
#include "tools/convert/base64.h"

#include <string.h>

/* 0 to 63, or 64: not a digit */
static unsigned digit(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (unsigned)(at - digits) : 64;
}

bool base64_decode(struct fxr_arena *arena, struct fxr_text text,
		   struct fxr_text *bytes)
{
	size_t n_digits = text.n_bytes, n = 0;
	unsigned bits = 0;
	char *to;

	if (n_digits % 4)
		return false;
	while (n_digits && text.n_bytes - n_digits < 2 &&
	       text.bytes[n_digits - 1] == '=')
		n_digits--;
	to = fxr_arena_alloc(arena, n_digits + 1);
	for (size_t i = 0; i < n_digits; i++) {
		unsigned value = digit(text.bytes[i]);

		if (value == 64)
			return false;
		bits = bits << 6 | value;
		if (i % 4)
			to[n++] = (char)(bits >> (6 - i % 4 * 2));
	}
	*bytes = fxr_text(to, n);
	return true;
}
