/* SPDX-License-Identifier: MIT */
/*
 * Growing arrays, the arena and the hash map of the reader, see memory.h.
 */
#include "tools/reader/memory.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/* An arena's first chunk, and its usual ones. A larger request gets a chunk of
 * its own. */
#define FIRST_CHUNK_BYTES 1024u
#define CHUNK_BYTES (64u << 10)

struct fxr_chunk {
	struct fxr_chunk *previous;
	size_t capacity;
	_Alignas(16) unsigned char bytes[];
};

struct fxr_cell {
	uint64_t a, b, c;
	uint32_t index;
	uint32_t is_used;
};

static _Thread_local struct fxr_budget *current;

struct fxr_budget *fxr_budget_use(struct fxr_budget *budget)
{
	struct fxr_budget *former = current;

	current = budget;
	return former;
}

_Noreturn void fxr_out_of_memory(void)
{
	if (current)
		longjmp(current->exceeded, 1);
	fflush(stdout);
	fputs("fxtrace: out of memory\n", stderr);
	exit(1);
}

/* Before memory is requested. */
static void check_budget(size_t n_bytes)
{
	if (current && (current->n_bytes > current->max_bytes ||
			n_bytes > current->max_bytes - current->n_bytes))
		fxr_out_of_memory();
}

/* What malloc gave, and what it is about to get back. */
static void *charge(void *memory)
{
	if (!memory)
		fxr_out_of_memory();
	if (current)
		current->n_bytes += malloc_usable_size(memory);
	return memory;
}

static void credit(void *memory)
{
	uint64_t n_bytes;

	if (!current || !memory)
		return;
	n_bytes = malloc_usable_size(memory);
	current->n_bytes -=
		n_bytes < current->n_bytes ? n_bytes : current->n_bytes;
}

void fxr_free(void *memory)
{
	credit(memory);
	free(memory);
}

void *fxr_new(size_t n, size_t item_bytes)
{
	if (n > SIZE_MAX / item_bytes)
		fxr_out_of_memory();
	check_budget(n * item_bytes);
	return charge(calloc(n, item_bytes));
}

/* The old memory stays as it is if there is no more. */
static void *resize(void *memory, size_t n_bytes)
{
	size_t n_old = memory ? malloc_usable_size(memory) : 0;
	void *larger;

	if (n_bytes > n_old)
		check_budget(n_bytes - n_old);
	larger = realloc(memory, n_bytes);
	if (!larger)
		fxr_out_of_memory();
	if (current)
		current->n_bytes -=
			n_old < current->n_bytes ? n_old : current->n_bytes;
	return charge(larger);
}

void *fxr_grow_bare(void *items, size_t *capacity, size_t n, size_t item_bytes)
{
	size_t n_new = *capacity ? *capacity : 4;

	if (n <= *capacity)
		return items;
	while (n_new < n)
		n_new = n_new > SIZE_MAX / 4 ? n : n_new * 2;
	if (n_new > SIZE_MAX / 2 / item_bytes)
		fxr_out_of_memory();
	items = resize(items, n_new * item_bytes);
	*capacity = n_new;
	return items;
}

void *fxr_grow(void *items, size_t *capacity, size_t n, size_t item_bytes)
{
	size_t n_old = *capacity;

	items = fxr_grow_bare(items, capacity, n, item_bytes);
	if (*capacity > n_old)
		memset((char *)items + n_old * item_bytes, 0,
		       (*capacity - n_old) * item_bytes);
	return items;
}

static void add_chunk(struct fxr_arena *arena, size_t n_bytes)
{
	size_t capacity =
		arena->last ? arena->last->capacity * 2 : FIRST_CHUNK_BYTES;
	struct fxr_chunk *chunk;

	if (capacity > CHUNK_BYTES)
		capacity = CHUNK_BYTES;
	if (capacity < n_bytes)
		capacity = n_bytes;
	if (capacity > SIZE_MAX / 2)
		fxr_out_of_memory();
	check_budget(sizeof(*chunk) + capacity);
	chunk = charge(malloc(sizeof(*chunk) + capacity));
	chunk->previous = arena->last;
	chunk->capacity = capacity;
	arena->last = chunk;
	arena->capacity = capacity;
	arena->n_used = 0;
}

/* Not initialized. */
static void *take_bytes(struct fxr_arena *arena, size_t n_bytes)
{
	void *bytes;

	n_bytes = (n_bytes + 15) & ~(size_t)15;
	if (n_bytes > arena->capacity - arena->n_used)
		add_chunk(arena, n_bytes);
	bytes = arena->last ? arena->last->bytes + arena->n_used : NULL;
	if (!bytes) {
		add_chunk(arena, 16);
		bytes = arena->last->bytes;
	}
	arena->n_used += n_bytes;
	return bytes;
}

void *fxr_arena_alloc(struct fxr_arena *arena, size_t n_bytes)
{
	return memset(take_bytes(arena, n_bytes), 0, n_bytes);
}

char *fxr_arena_copy(struct fxr_arena *arena, const void *bytes, size_t n_bytes)
{
	char *copy = take_bytes(arena, n_bytes + 1);

	if (n_bytes)
		memcpy(copy, bytes, n_bytes);
	copy[n_bytes] = '\0';
	return copy;
}

struct fxr_text fxr_arena_text(struct fxr_arena *arena, struct fxr_text text)
{
	return fxr_text(fxr_arena_copy(arena, text.bytes, text.n_bytes),
			text.n_bytes);
}

static void free_chunks(struct fxr_chunk *chunk)
{
	while (chunk) {
		struct fxr_chunk *previous = chunk->previous;

		fxr_free(chunk);
		chunk = previous;
	}
}

void fxr_arena_reset(struct fxr_arena *arena)
{
	if (!arena->last)
		return;
	free_chunks(arena->last->previous);
	arena->last->previous = NULL;
	arena->n_used = 0;
	if (arena->capacity > 16 * CHUNK_BYTES)
		fxr_arena_fini(arena);
}

void fxr_arena_fini(struct fxr_arena *arena)
{
	free_chunks(arena->last);
	*arena = (struct fxr_arena){0};
}

/* Odd, and secret: the first is the same for all words of the process, the
 * other two are derived from it. */
static uint64_t seeds[3];

/* Before there are threads. */
__attribute__((constructor)) static void make_seeds(void)
{
	const void *random = (const void *)getauxval(AT_RANDOM);

	if (random)
		memcpy(seeds, random, 2 * sizeof(seeds[0]));
	seeds[2] = (seeds[0] ^ seeds[1] >> 7) * 0x9e3779b97f4a7c15ull;
	for (size_t i = 0; i < 3; i++)
		seeds[i] |= 1;
}

static uint64_t seed(void)
{
	return seeds[0];
}

/* Multiply and fold. */
static uint64_t mix(uint64_t x, uint64_t y)
{
	unsigned __int128 product =
		(unsigned __int128)(x ^ 0x9e3779b97f4a7c15ull) *
		(y ^ 0xd6e8feb86659fd93ull);

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t fxr_hash(const void *bytes, size_t n_bytes)
{
	const char *at = bytes;
	uint64_t hash = mix(seed(), n_bytes);
	uint64_t word;

	for (; n_bytes >= 8; at += 8, n_bytes -= 8) {
		memcpy(&word, at, 8);
		hash = mix(hash, word ^ seed());
	}
	word = 0;
	if (n_bytes)
		memcpy(&word, at, n_bytes);
	return mix(hash, word ^ seed());
}

/* The cell of the key, or the free one where it belongs. */
static struct fxr_cell *cell_of(const struct fxr_map *map, uint64_t a,
				uint64_t b, uint64_t c)
{
	uint64_t first = seed();
	/* one multiplication waits for the other one, not for two */
	size_t at = mix(a ^ first, (b ^ seeds[1]) + c * seeds[2]) &
		    (map->capacity - 1);

	for (;; at = (at + 1) & (map->capacity - 1)) {
		struct fxr_cell *cell = &map->cells[at];

		if (!cell->is_used ||
		    (cell->a == a && cell->b == b && cell->c == c))
			return cell;
	}
}

uint32_t fxr_map_find(const struct fxr_map *map, uint64_t a, uint64_t b,
		      uint64_t c)
{
	const struct fxr_cell *cell;

	if (!map->n)
		return FXR_NONE;
	cell = cell_of(map, a, b, c);
	return cell->is_used ? cell->index : FXR_NONE;
}

static void rehash(struct fxr_map *map)
{
	struct fxr_map larger = {NULL, map->n, 0};
	size_t i;

	larger.cells = fxr_grow(NULL, &larger.capacity,
				map->capacity ? map->capacity * 2 : 64,
				sizeof(*larger.cells));
	for (i = 0; i < map->capacity; i++) {
		const struct fxr_cell *cell = &map->cells[i];

		if (cell->is_used)
			*cell_of(&larger, cell->a, cell->b, cell->c) = *cell;
	}
	fxr_free(map->cells);
	*map = larger;
}

void fxr_map_put(struct fxr_map *map, uint64_t a, uint64_t b, uint64_t c,
		 uint32_t index)
{
	struct fxr_cell *cell;

	if (map->n * 3 >= map->capacity * 2)
		rehash(map);
	cell = cell_of(map, a, b, c);
	map->n += !cell->is_used;
	*cell = (struct fxr_cell){a, b, c, index, 1};
}

void fxr_map_fini(struct fxr_map *map)
{
	fxr_free(map->cells);
	*map = (struct fxr_map){0};
}
