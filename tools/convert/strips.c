/* SPDX-License-Identifier: MIT */
/*
 * A list of items for each thread, see strips.h.
 */
#include "tools/convert/strips.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"
#include "tools/reader/temporary.h"

/* Each thread has so many in memory. */
#define BLOCK_ITEMS 128u

void strips_open(struct strips *strips, size_t n_threads, size_t n_bytes)
{
	*strips = (struct strips){
		.n_bytes = n_bytes,
		.n_threads = n_threads,
		.threads = fxr_new(n_threads + 1, sizeof(*strips->threads)),
		.file = fxr_temporary_file(),
	};
	strips->has_failed = !strips->file;
}

void strips_close(struct strips *strips)
{
	if (strips->file)
		(void)fclose(strips->file);
	for (size_t i = 0; i < strips->n_threads; i++)
		free(strips->threads[i].items);
	free(strips->threads);
	free(strips->blocks);
}

static void write_block(struct strips *s, struct strip *strip)
{
	uint32_t at = (uint32_t)s->n_blocks;

	s->blocks = fxr_grow(s->blocks, &s->blocks_space, ++s->n_blocks,
			     sizeof(*s->blocks));
	s->blocks[at] =
		(struct strip_block){s->n_written, strip->n_held, FXR_NONE};
	if (strip->last == FXR_NONE)
		strip->first = at;
	else
		s->blocks[strip->last].next = at;
	strip->last = at;
	if (!s->has_failed)
		s->has_failed = fwrite(strip->items, s->n_bytes, strip->n_held,
				       s->file) != strip->n_held;
	s->n_written += strip->n_held;
	strip->n_held = 0;
}

void strips_add(struct strips *s, size_t thread, const void *item)
{
	struct strip *strip = &s->threads[thread];

	if (!strip->items) {
		strip->items = fxr_new(BLOCK_ITEMS, s->n_bytes);
		strip->first = strip->last = FXR_NONE;
	}
	memcpy(strip->items + s->n_bytes * strip->n_held, item, s->n_bytes);
	strip->n++;
	if (++strip->n_held == BLOCK_ITEMS)
		write_block(s, strip);
}

void strips_end(struct strips *s)
{
	for (size_t i = 0; i < s->n_threads; i++)
		if (s->threads[i].n_held)
			write_block(s, &s->threads[i]);
}

void strips_each(struct strips *s, size_t thread,
		 void (*put)(void *context, const void *item, uint64_t number),
		 void *context)
{
	const struct strip *strip = &s->threads[thread];
	uint64_t number = 0;

	if (!strip->n)
		return;
	for (uint32_t at = strip->first; at != FXR_NONE;
	     at = s->blocks[at].next) {
		const struct strip_block *block = &s->blocks[at];
		off_t off = (off_t)(block->n_before * s->n_bytes);

		/* its own items are all in the file: the space is free */
		if (s->has_failed || fseeko(s->file, off, SEEK_SET) ||
		    fread(strip->items, s->n_bytes, block->n, s->file) !=
			    block->n) {
			s->has_failed = true;
			return;
		}
		for (uint32_t i = 0; i < block->n; i++)
			put(context, strip->items + s->n_bytes * i, number++);
	}
}
