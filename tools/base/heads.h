/* SPDX-License-Identifier: MIT */
/*
 * The text before each call's arguments: who made the call, and the function.
 * It is made once for each thread and each function, then copied.
 */
#ifndef TOOLS_BASE_HEADS_H
#define TOOLS_BASE_HEADS_H

#include "tools/base/pen.h"

/* Pieces of text by number. All zero = none. */
struct heads {
	struct fxr_arena arena;
	struct fxr_text *texts;
	size_t capacity;
};

/* Of the threads and the functions, by their index in the world. */
struct heads_of_calls {
	struct heads threads, names;
};

/* Piece number `index`; bytes NULL: it is not stored yet. */
static inline struct fxr_text heads_find(const struct heads *heads,
					 size_t index)
{
	return index < heads->capacity ? heads->texts[index]
				       : fxr_text(NULL, 0);
}

/* Stores a copy of the text and returns it. */
struct fxr_text heads_keep(struct heads *heads, size_t index,
			   struct fxr_text text);

void heads_fini(struct heads_of_calls *heads);

#endif
