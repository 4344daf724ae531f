/* SPDX-License-Identifier: MIT */
/*
 * Words of texts, see aliases.h.
 */
#include "tools/diff/aliases.h"

#include <ctype.h>

/* A made-up name is as long as its partner and differs in this many letters. */
#define MIN_LENGTH 6u
#define MIN_DIFFERING 3u

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Removes the first word, or the one byte that is none, and returns it. */
static struct fxr_text take_word(struct fxr_text *text)
{
	size_t n = 0;
	struct fxr_text word;

	while (n < text->n_bytes && is_letter(text->bytes[n]))
		n++;
	n += !n;
	word = fxr_text(text->bytes, n);
	*text = fxr_text(text->bytes + n, text->n_bytes - n);
	return word;
}

static uint32_t number_of(const struct aliases *aliases, unsigned side,
			  struct fxr_text word)
{
	return fxr_map_find(&aliases->maps[side],
			    fxr_hash(word.bytes, word.n_bytes), word.n_bytes,
			    0);
}

static bool is_alias(const struct aliases *aliases, struct fxr_text a,
		     struct fxr_text b)
{
	uint32_t number = number_of(aliases, 0, a);

	return number != FXR_NONE && number == number_of(aliases, 1, b);
}

bool aliases_match(const struct aliases *aliases, struct fxr_text a,
		   struct fxr_text b)
{
	while (a.n_bytes && b.n_bytes) {
		struct fxr_text x = take_word(&a), y = take_word(&b);

		if (!fxr_is_same(x, y) && !is_alias(aliases, x, y))
			return false;
	}
	return a.n_bytes == b.n_bytes;
}

static bool is_made_up(struct fxr_text a, struct fxr_text b)
{
	size_t n_differing = 0;

	if (a.n_bytes != b.n_bytes || a.n_bytes < MIN_LENGTH)
		return false;
	for (size_t i = 0; i < a.n_bytes; i++)
		n_differing += a.bytes[i] != b.bytes[i];
	return n_differing >= MIN_DIFFERING;
}

static void add_alias(struct aliases *aliases, struct fxr_text a,
		      struct fxr_text b)
{
	if (fxr_is_same(a, b) || !is_made_up(a, b) ||
	    aliases->n == FXR_NONE - 1)
		return;
	fxr_map_put(&aliases->maps[0], fxr_hash(a.bytes, a.n_bytes), a.n_bytes,
		    0, aliases->n);
	fxr_map_put(&aliases->maps[1], fxr_hash(b.bytes, b.n_bytes), b.n_bytes,
		    0, aliases->n);
	aliases->n++;
}

bool aliases_learn(struct aliases *aliases, struct fxr_text a,
		   struct fxr_text b)
{
	struct fxr_text x = a, y = b;

	while (x.n_bytes && y.n_bytes)
		add_alias(aliases, take_word(&x), take_word(&y));
	return aliases_match(aliases, a, b);
}

void aliases_fini(struct aliases *aliases)
{
	fxr_map_fini(&aliases->maps[0]);
	fxr_map_fini(&aliases->maps[1]);
}
