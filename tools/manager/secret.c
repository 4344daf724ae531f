/* SPDX-License-Identifier: MIT */
/*
 * Draws, compares and removes the secret, see secret.h.
 */
#include "tools/manager/secret.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#define BLANK 'x'
/* The upper halves of eight decimal digits, and of what else. */
#define UPPER_HALVES 0xf0f0f0f0f0f0f0f0ull
#define DIGITS 0x3030303030303030ull
#define PIECE_BYTES 16u

int secret_make(struct secret *secret)
{
	unsigned __int128 number;

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return errno ? errno : EIO;
	secret->text[FXW_SECRET_DIGITS] = '\0';
	for (unsigned i = FXW_SECRET_DIGITS; i; i--) {
		secret->text[i - 1] = (char)('0' + (unsigned)(number % 10));
		number /= 10;
	}
	return 0;
}

bool secret_is(const struct secret *secret, const char *guess)
{
	unsigned char differs = 0;

	for (unsigned i = 0; i < FXW_SECRET_BYTES; i++)
		differs |= (unsigned char)(secret->text[i] ^ guess[i]);
	/* or the compiler might leave the loop early */
	__asm__("" : "+r"(differs));
	return !differs;
}

/* Blanks what is around `at` as far as it is the secret's, too, whose byte `of`
 * that is. */
static void blank_around(const struct secret *secret, char *first, char *end,
			 char *at, size_t of)
{
	while (of > 0 && at > first && at[-1] == secret->text[of - 1]) {
		at--;
		of--;
	}
	while (of < FXW_SECRET_DIGITS && at < end && *at == secret->text[of]) {
		*at++ = BLANK;
		of++;
	}
}

static void blank_piece(const struct secret *secret, uint64_t *words,
			size_t n_words, size_t piece)
{
	char *at = (char *)(words + piece);

	for (size_t of = 0; of + PIECE_BYTES <= FXW_SECRET_DIGITS; of++)
		if (memcmp(at, secret->text + of, PIECE_BYTES) == 0) {
			blank_around(secret, (char *)words,
				     (char *)(words + n_words), at, of);
			return;
		}
}

/* Wherever the secret begins, four whole words are in it, and so are two that
 * begin at an even one. */
void secret_blank(const struct secret *secret, uint64_t *words, size_t n_words)
{
	for (size_t i = 0; i + 2 <= n_words; i += 2)
		if (__builtin_expect((words[i] & UPPER_HALVES) == DIGITS, 0) &&
		    (words[i + 1] & UPPER_HALVES) == DIGITS)
			blank_piece(secret, words, n_words, i);
}
