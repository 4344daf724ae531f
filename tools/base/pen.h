/* SPDX-License-Identifier: MIT */
/*
 * Text under construction, either in memory or for a stream, which gets it in
 * large pieces. For text that is put piece by piece a million times a second:
 * stdio would be too slow.
 *
 * All zero is an empty pen that holds its text in memory. Errors are the
 * stream's; if memory runs out, the tool says so and exits.
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

/* Makes space for n_bytes more; the earlier text may go to the stream. */
void pen_make_space(struct pen *pen, size_t n_bytes);

/* Writes everything to the stream. To be called before others write to it. */
void pen_flush(struct pen *pen);

/* Frees the text without flushing. */
void pen_fini(struct pen *pen);

/* Space for n_bytes; pen_used says how many were written there. */
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

/* The text since the last call, of a pen without a stream; never NULL. Valid
 * until something else is put. */
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
