/* SPDX-License-Identifier: MIT */
/*
 * Memory of one generator run. Everything that the parser and the later stages
 * make lives in one arena and is freed together, so that no stage owns
 * anything. Running out of memory aborts: there is nothing to save.
 */
#ifndef GEN_MEMORY_H
#define GEN_MEMORY_H

#include <stddef.h>

struct fxg_chunk;

/* Zero = empty. */
struct fxg_arena {
	struct fxg_chunk *chunks;
};

/* Zeroed, aligned for any type; lives until fxg_free. */
void *fxg_alloc(struct fxg_arena *arena, size_t n_bytes);
void fxg_free(struct fxg_arena *arena);

/*
 * Space for one more item behind an array of n items, zeroed.
 * Returns the array, moved if it had to grow: pointers into it die.
 */
void *fxg_grow(struct fxg_arena *arena, void *array, size_t n,
	       size_t item_bytes);

/* A NUL-terminated copy of n bytes; a text made as printf makes it. */
char *fxg_copy(struct fxg_arena *arena, const char *bytes, size_t n);
char *fxg_format(struct fxg_arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Text that grows at its end, NUL-terminated at all times once begun. */
struct fxg_buffer {
	struct fxg_arena *arena;
	char *bytes;
	size_t n_bytes, capacity;
};

void fxg_put(struct fxg_buffer *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
