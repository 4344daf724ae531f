/* SPDX-License-Identifier: MIT */
/*
 * Texts, each once, see dictionary.h.
 */
#include "tools/inspect/dictionary.h"

#include "tools/base/die.h"
#include "tools/inspect/stock.h"

uint32_t dictionary_number(struct dictionary *dictionary, struct fxr_text text)
{
	uint64_t hash = fxr_hash(text.bytes, text.n_bytes);
	uint64_t n_same = 0;
	uint32_t number;

	/* two texts may have the same hash: the next one gets the next key */
	while ((number = fxr_map_find(&dictionary->map, hash, text.n_bytes,
				      n_same)) != FXR_NONE) {
		if (fxr_is_same(dictionary->list[number], text))
			return number;
		n_same++;
	}
	number = (uint32_t)dictionary->n++;
	dictionary->list = fxr_grow(dictionary->list, &dictionary->capacity,
				    dictionary->n, sizeof(*dictionary->list));
	dictionary->list[number] = fxr_arena_text(&dictionary->arena, text);
	dictionary->n_bytes += text.n_bytes;
	fxr_map_put(&dictionary->map, hash, text.n_bytes, n_same, number);
	return number;
}

void dictionary_write(const struct dictionary *dictionary, FILE *out,
		      const char *class)
{
	struct stock *store = stock_open(UINT64_MAX);
	const char *why;
	uint32_t item;

	for (size_t i = 0; i < dictionary->n; i++) {
		why = stock_put(store, dictionary->list[i].bytes,
				dictionary->list[i].n_bytes, &item);
		if (why)
			die("state of the page: %s", why);
	}
	stock_write(store, out, class, NULL, 0);
	stock_close(store);
}

void dictionary_fini(struct dictionary *dictionary)
{
	fxr_arena_fini(&dictionary->arena);
	fxr_map_fini(&dictionary->map);
	fxr_free(dictionary->list);
}
