/* SPDX-License-Identifier: MIT */
/*
 * Memory of the reader: growing arrays, an arena for what lives until close,
 * and an exact hash map of integer triples. Their sizes are bounded by what a
 * file of that size can hold. If memory runs out, the tool says so and exits
 * with 1. A library has budgets instead.
 */
#ifndef TOOLS_READER_MEMORY_H
#define TOOLS_READER_MEMORY_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * What a user of the reader may have. If it is not enough, or there is no
 * memory, longjmp goes to `exceeded` with 1. Whatever was being read is then of
 * no more use than to be closed.
 */
struct fxr_budget {
	jmp_buf exceeded;
	uint64_t n_bytes, max_bytes;
};

/* From now on this thread's memory is of that budget; NULL: of none. Returns
 * the former one. */
struct fxr_budget *fxr_budget_use(struct fxr_budget *budget);

/* Frees what the functions below gave; NULL is nothing. */
void fxr_free(void *memory);

/* What the functions below do if there is none. */
_Noreturn void fxr_out_of_memory(void);

/* n items of zeros; n is at least 1. */
void *fxr_new(size_t n, size_t item_bytes);

/* Grows an array of `*capacity` items to at least `n`; the new items are zero.
 * Returns the array, which may have moved. */
void *fxr_grow(void *items, size_t *capacity, size_t n, size_t item_bytes);

/* The same, but the new items are not initialized. */
void *fxr_grow_bare(void *items, size_t *capacity, size_t n, size_t item_bytes);

/* Some bytes of text, not ended by NUL unless said so. */
struct fxr_text {
	const char *bytes;
	size_t n_bytes;
};

static inline struct fxr_text fxr_text(const char *bytes, size_t n_bytes)
{
	return (struct fxr_text){bytes, n_bytes};
}

/* True if `text` is the NUL-ended `word`. Inline, so that the length of a
 * constant word is a constant. */
/* Names that are longer are cut: many records may refer to one. */
#define FXR_NAME_BYTES 4096u	  /* of a function or a file */
#define FXR_SHORT_NAME_BYTES 256u /* of anything else */

/* At most n bytes of it; no UTF-8 character is divided. */
static inline struct fxr_text fxr_cut_text(struct fxr_text text, size_t n)
{
	if (text.n_bytes <= n)
		return text;
	while (n && (text.bytes[n] & 0xc0) == 0x80)
		n--;
	return fxr_text(text.bytes, n);
}

static inline bool fxr_is(struct fxr_text text, const char *word)
{
	return text.n_bytes == strlen(word) &&
	       !memcmp(text.bytes, word, text.n_bytes);
}

/* Whether it is a name: letters, digits and _ only. */
static inline bool fxr_is_word(struct fxr_text text)
{
	size_t n = 0;

	while (n < text.n_bytes &&
	       (text.bytes[n] == '_' ||
		(text.bytes[n] >= '0' && text.bytes[n] <= '9') ||
		((text.bytes[n] | 32) >= 'a' && (text.bytes[n] | 32) <= 'z')))
		n++;
	return n == text.n_bytes;
}

/* Whether a function of that name does not return if it succeeds. */
static inline bool fxr_is_exec(struct fxr_text name)
{
	return (name.n_bytes >= 4 && !memcmp(name.bytes, "exec", 4)) ||
	       (name.n_bytes == 7 && !memcmp(name.bytes, "fexecve", 7));
}

static inline bool fxr_is_same(struct fxr_text a, struct fxr_text b)
{
	return a.n_bytes == b.n_bytes &&
	       (!a.n_bytes || !memcmp(a.bytes, b.bytes, a.n_bytes));
}

/* Chunks of memory that are freed together. All zero = empty. */
struct fxr_arena {
	struct fxr_chunk *last;
	size_t n_used, capacity;
};

/* n_bytes of zeros, 16-aligned; lives until reset or fini. */
void *fxr_arena_alloc(struct fxr_arena *arena, size_t n_bytes);
/* A copy of n_bytes and a NUL. */
char *fxr_arena_copy(struct fxr_arena *arena, const void *bytes,
		     size_t n_bytes);
struct fxr_text fxr_arena_text(struct fxr_arena *arena, struct fxr_text text);
/* Frees everything except one chunk for the next use. */
void fxr_arena_reset(struct fxr_arena *arena);
void fxr_arena_fini(struct fxr_arena *arena);

#define FXR_NONE 0xffffffffu

/* Integer triples to indexes. All zero = empty. */
struct fxr_map {
	struct fxr_cell *cells;
	size_t n, capacity;
};

/* The index put for a, b, c, or FXR_NONE. */
uint32_t fxr_map_find(const struct fxr_map *map, uint64_t a, uint64_t b,
		      uint64_t c);
/* Sets it; index must not be FXR_NONE. */
void fxr_map_put(struct fxr_map *map, uint64_t a, uint64_t b, uint64_t c,
		 uint32_t index);
void fxr_map_fini(struct fxr_map *map);

/* A seeded hash of bytes: files cannot be made to collide on purpose. */
uint64_t fxr_hash(const void *bytes, size_t n_bytes);

#endif
