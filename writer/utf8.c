/* SPDX-License-Identifier: MIT */
/*
 * UTF-8 check, eight ASCII bytes at a time. See utf8.h.
 */
#include "writer/utf8.h"

#include <stdbool.h>

#include "writer/bytes.h"

#define HIGH_BITS 0x8080808080808080ull

/* Bytes of the character that begins with `lead`; 0 = none does. */
static unsigned character_bytes(uint8_t lead)
{
	if (lead < 0x80)
		return 1;
	if (lead >= 0xc2 && lead < 0xe0)
		return 2;
	if (lead >= 0xe0 && lead < 0xf0)
		return 3;
	if (lead >= 0xf0 && lead < 0xf5)
		return 4;
	return 0;
}

/* Overlong forms, surrogates and code points past U+10FFFF show in the second
 * byte. */
static bool second_fits(uint8_t lead, uint8_t second)
{
	if ((second & 0xc0) != 0x80)
		return false;
	if (lead == 0xe0)
		return second >= 0xa0;
	if (lead == 0xed)
		return second < 0xa0;
	if (lead == 0xf0)
		return second >= 0x90;
	if (lead == 0xf4)
		return second < 0x90;
	return true;
}

/* Nearly every string is ASCII: whole words, the last two overlapping. */
static bool is_ascii(const char *p, size_t n)
{
	uint64_t bits = 0;
	size_t i = 0;

	if (n < 8) {
		if (n >= 4)
			return !((fxw_load4(p) | fxw_load4(p + n - 4)) &
				 (uint32_t)HIGH_BITS);
		while (i < n)
			bits |= (uint8_t)p[i++];
		return bits < 0x80;
	}
	for (; i + 8 < n; i += 8)
		bits |= fxw_load8(p + i);
	return !((bits | fxw_load8(p + n - 8)) & HIGH_BITS);
}

size_t fxw_utf8_cut(const char *p, size_t n)
{
	size_t i = 0;

	if (__builtin_expect(is_ascii(p, n), 1))
		return n;
	while (i < n) {
		uint8_t lead = (uint8_t)p[i];
		unsigned bytes = character_bytes(lead);

		if (n - i >= 8 && !(fxw_load8(p + i) & HIGH_BITS)) {
			i += 8;
			continue;
		}
		if (bytes == 0)
			return FXW_NOT_UTF8;
		for (unsigned k = 1; k < bytes; k++) {
			if (i + k == n)
				return i; /* cut off at the end */
			if (k == 1 ? !second_fits(lead, (uint8_t)p[i + 1])
				   : (p[i + k] & 0xc0) != 0x80)
				return FXW_NOT_UTF8;
		}
		i += bytes;
	}
	return n;
}

void fxw_utf8_clean(char *p, size_t n)
{
	if (fxw_utf8_cut(p, n) == n)
		return;
	for (size_t i = 0; i < n; i++)
		if ((uint8_t)p[i] >= 0x80)
			p[i] = '?';
}
