/* SPDX-License-Identifier: MIT */
/*
 * Texts, each once, see texts.h.
 */
#include "tools/base/texts.h"

uint32_t texts_number(struct texts *texts, struct fxr_text text)
{
	uint64_t hash = fxr_hash(text.bytes, text.n_bytes);
	uint32_t n_same = 0, at;

	while ((at = fxr_map_find(&texts->map, hash, text.n_bytes, n_same)) !=
		       FXR_NONE &&
	       !fxr_is_same(texts->items[at], text))
		n_same++;
	if (at != FXR_NONE)
		return at;
	at = (uint32_t)texts->n;
	texts->items = fxr_grow(texts->items, &texts->space, texts->n + 1,
				sizeof(*texts->items));
	texts->items[texts->n++] = text;
	fxr_map_put(&texts->map, hash, text.n_bytes, n_same, at);
	return at;
}

uint32_t texts_keep(struct texts *texts, struct fxr_arena *arena,
		    struct fxr_text text)
{
	size_t n_before = texts->n;
	uint32_t at = texts_number(texts, text);

	if (texts->n > n_before)
		texts->items[at] = fxr_arena_text(arena, text);
	return at;
}

void texts_fini(struct texts *texts)
{
	fxr_free(texts->items);
	fxr_map_fini(&texts->map);
}
