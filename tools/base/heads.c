/* SPDX-License-Identifier: MIT */
/*
 * Pieces of text that are made once, see heads.h.
 */
#include "tools/base/heads.h"

#include <stdlib.h>

struct fxr_text heads_keep(struct heads *heads, size_t index,
			   struct fxr_text text)
{
	heads->texts = fxr_grow(heads->texts, &heads->capacity, index + 1,
				sizeof(*heads->texts));
	heads->texts[index] = fxr_arena_text(&heads->arena, text);
	return heads->texts[index];
}

static void fini(struct heads *heads)
{
	fxr_arena_fini(&heads->arena);
	fxr_free(heads->texts);
	*heads = (struct heads){0};
}

void heads_fini(struct heads_of_calls *heads)
{
	fini(&heads->threads);
	fini(&heads->names);
}
