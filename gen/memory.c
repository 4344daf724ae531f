/* SPDX-License-Identifier: MIT */
/*
 * The arena of a generator run, and growing arrays and texts in it.
 */
#include "gen/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES 65536u
#define ALIGN_BYTES 16u

struct fxg_chunk {
	struct fxg_chunk *next;
	size_t used, size;
	_Alignas(ALIGN_BYTES) unsigned char bytes[];
};

static struct fxg_chunk *new_chunk(struct fxg_arena *arena, size_t n_bytes)
{
	size_t size = n_bytes > CHUNK_BYTES ? n_bytes : CHUNK_BYTES;
	struct fxg_chunk *chunk = calloc(1, sizeof(*chunk) + size);

	if (!chunk)
		abort();
	chunk->size = size;
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	return chunk;
}

void *fxg_alloc(struct fxg_arena *arena, size_t n_bytes)
{
	struct fxg_chunk *chunk = arena->chunks;
	void *p;

	n_bytes = (n_bytes + ALIGN_BYTES - 1) & ~(size_t)(ALIGN_BYTES - 1);
	if (!chunk || chunk->size - chunk->used < n_bytes)
		chunk = new_chunk(arena, n_bytes);
	p = chunk->bytes + chunk->used;
	chunk->used += n_bytes;
	return p;
}

void fxg_free(struct fxg_arena *arena)
{
	struct fxg_chunk *chunk, *next;

	for (chunk = arena->chunks; chunk; chunk = next) {
		next = chunk->next;
		free(chunk);
	}
	arena->chunks = NULL;
}

void *fxg_grow(struct fxg_arena *arena, void *array, size_t n,
	       size_t item_bytes)
{
	void *bigger;

	/* capacities are powers of two, so n alone says when it is full */
	if (n & (n - 1))
		return array;
	bigger = fxg_alloc(arena, (n ? 2 * n : 1) * item_bytes);
	if (n)
		memcpy(bigger, array, n * item_bytes);
	return bigger;
}

char *fxg_copy(struct fxg_arena *arena, const char *bytes, size_t n)
{
	char *copy = fxg_alloc(arena, n + 1);

	memcpy(copy, bytes, n);
	return copy;
}

static __attribute__((format(printf, 2, 0), nonnull(2))) char *format_list(
	struct fxg_arena *arena, const char *format, va_list ap)
{
	va_list again;
	char *text;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (n < 0)
		abort();
	text = fxg_alloc(arena, (size_t)n + 1);
	vsnprintf(text, (size_t)n + 1, format, ap);
	return text;
}

char *fxg_format(struct fxg_arena *arena, const char *format, ...)
{
	va_list ap;
	char *text;

	va_start(ap, format);
	text = format_list(arena, format, ap);
	va_end(ap);
	return text;
}

static void reserve_bytes(struct fxg_buffer *buffer, size_t n_more)
{
	size_t need = buffer->n_bytes + n_more + 1;
	char *bigger;

	if (need <= buffer->capacity)
		return;
	while (buffer->capacity < need)
		buffer->capacity =
			buffer->capacity ? 2 * buffer->capacity : 256;
	bigger = fxg_alloc(buffer->arena, buffer->capacity);
	if (buffer->n_bytes)
		memcpy(bigger, buffer->bytes, buffer->n_bytes);
	buffer->bytes = bigger;
}

void fxg_put(struct fxg_buffer *buffer, const char *format, ...)
{
	va_list ap, again;
	int n;

	va_start(ap, format);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (n < 0)
		abort();
	reserve_bytes(buffer, (size_t)n);
	vsnprintf(buffer->bytes + buffer->n_bytes, (size_t)n + 1, format, ap);
	buffer->n_bytes += (size_t)n;
	va_end(ap);
}
