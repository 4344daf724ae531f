/* SPDX-License-Identifier: MIT */
/*
 * Damages bytes the way files get damaged, and the way that reaches code deep
 * inside a reader of words; the same seed does the same.
 */
#ifndef TESTS_DAMAGE_H
#define TESTS_DAMAGE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* xorshift64*: any nonzero seed; enough for choosing bytes. */
static inline uint64_t damage_random(uint64_t *seed)
{
	*seed ^= *seed >> 12;
	*seed ^= *seed << 25;
	*seed ^= *seed >> 27;
	return *seed * 0x2545f4914f6cdd1dull;
}

/* One to four changes in place; returns the new length, at most n_bytes. */
static inline size_t damage(unsigned char *bytes, size_t n_bytes,
			    uint64_t *seed)
{
	unsigned n_changes = 1 + (unsigned)(damage_random(seed) % 4);

	for (; n_changes && n_bytes >= 16; n_changes--) {
		uint64_t choice = damage_random(seed);
		size_t at = damage_random(seed) % n_bytes;
		size_t word = at / 8 % (n_bytes / 8) * 8;
		size_t from = damage_random(seed) % (n_bytes / 8) * 8;

		switch (choice % 6) {
		case 0:
			bytes[at] ^= (unsigned char)(1u << (choice >> 8 & 7));
			break;
		case 1:
			bytes[at] = (unsigned char)(choice >> 8);
			break;
		case 2:
			memset(bytes + word, choice & 64 ? 0xff : 0, 8);
			break;
		case 3:
			memmove(bytes + word, bytes + from, 8);
			break;
		case 4: /* a header's size or type */
			bytes[word] = (unsigned char)(choice >> 8);
			bytes[word + 1] = (unsigned char)(choice >> 16 & 3);
			break;
		case 5:
			if (choice & 0x700)
				break;
			n_bytes = word;
			break;
		}
	}
	return n_bytes;
}

#endif
