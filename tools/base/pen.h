/* SPDX-License-Identifier: MIT */
/*
 * Text that is being written: in memory, where it stays, or on its way to a
 * stream, which gets it in large pieces. What is put piece by piece a million
 * times a second goes through here, not through stdio.
 *
 * All zero is an empty pen that keeps its text. Errors are the stream's; if
 * memory runs out, the tool says so and exits.
 */
#ifndef TOOLS_BASE_PEN_H
#define TOOLS_BASE_PEN_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tools/reader/memory.h"

struct pen {
	FILE *out; /* NULL: the text stays here */
	char *bytes;
	size_t n_bytes, capacity;
};

/* Makes room for n_bytes more; the stream may get what was there. */
void pen_make_space(struct pen *pen, size_t n_bytes);

/* The stream gets all that was put. Whoever else writes to it calls this
 * first. */
void pen_flush(struct pen *pen);

/* Forgets the text, and gives its memory back. Nothing is flushed. */
void pen_fini(struct pen *pen);

/* Room for n_bytes; pen_used says how many were written there. */
static inline char *pen_capacity(struct pen *pen, size_t n_bytes)
{
	if (pen->capacity - pen->n_bytes < n_bytes)
		pen_make_space(pen, n_bytes);
	return pen->bytes + pen->n_bytes;
}

static inline void pen_used(struct pen *pen, size_t n_bytes)
{
	pen->n_bytes += n_bytes;
}

/* What was put since the last time, of a pen without a stream; never NULL.
 * Valid until something else is put. */
static inline struct fxr_text pen_take(struct pen *pen)
{
	size_t n_bytes = pen->n_bytes;

	(void)pen_capacity(pen, 1);
	pen->n_bytes = 0;
	return fxr_text(pen->bytes, n_bytes);
}

static inline void pen_byte(struct pen *pen, char byte)
{
	*pen_capacity(pen, 1) = byte;
	pen_used(pen, 1);
}

static inline void pen_bytes(struct pen *pen, const void *bytes, size_t n_bytes)
{
	if (!n_bytes)
		return;
	memcpy(pen_capacity(pen, n_bytes), bytes, n_bytes);
	pen_used(pen, n_bytes);
}

static inline void pen_put(struct pen *pen, const char *text)
{
	pen_bytes(pen, text, strlen(text));
}

/* As printf's %PRIu64, %PRId64, and %PRIx64 behind 0x. */
void pen_uint(struct pen *pen, uint64_t number);
void pen_int(struct pen *pen, int64_t number);
void pen_hex(struct pen *pen, uint64_t number);
/* The last n digits, at most 20, with zeros before them. */
void pen_digits(struct pen *pen, uint64_t number, unsigned n);

__attribute__((format(printf, 2, 3))) void pen_format(struct pen *pen,
						      const char *format, ...);

#endif
