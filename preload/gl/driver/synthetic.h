/* SPDX-License-Identifier: MIT */
/*
 * Contents of the program's memory when OpenGL could see it, if no call of the
 * program has them: events of synthetic calls (`@flags` fake).
 */
#ifndef PRELOAD_GL_DRIVER_SYNTHETIC_H
#define PRELOAD_GL_DRIVER_SYNTHETIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A vertex array in the program's memory: the part that a draw reads. */
struct fxp_gl_elements {
	uint32_t array; /* GL_VERTEX_ARRAY ...; of an attribute with a number:
			   GL_VERTEX_ATTRIB_ARRAY_POINTER */
	uint32_t index; /* its number, or the texture unit */
	int32_t size;
	uint32_t type;
	int32_t stride;
	uint32_t divisor;
	int64_t first, count; /* elements */
	uint64_t pointer;     /* element 0 */
	int64_t n_bytes;      /* from element `first` */
};

/* Whether n bytes can be read. Usually queries the kernel once for each page.
 */
bool fxp_gl_is_there(const void *p, uint64_t n);
/* The n names at an address, an argument of a call; NULL if there are none, or
 * they cannot be read. */
static inline const uint32_t *fxp_gl_names_at(uint64_t n, uint64_t address)
{
	const void *p = (const void *)(uintptr_t)address;

	if ((int32_t)n <= 0 || !p || !fxp_gl_is_there(p, (n & INT32_MAX) * 4))
		return NULL;
	return p;
}

/* String i of several; length -1: up to its NUL. Does nothing if it cannot be
 * read. */
void fxp_gl_event_string(unsigned i, uint64_t string, int64_t length);

void fxp_gl_event_array(const struct fxp_gl_elements *elements);

/* What a draw reads is unknown, because that buffer's contents are. */
void fxp_gl_event_unknown(uint32_t buffer, const char *reason);

/* Readable indices, of draw number `draw` in a call of several draws. */
void fxp_gl_event_indices(unsigned draw, unsigned type, uint64_t indices,
			  int64_t n_bytes);

/* memcpy: the program has written these bytes to mapped memory at that address.
 * The bytes are still there, or are a copy. */
void fxp_gl_event_written(uint64_t address, const void *bytes,
			  uint64_t n_bytes);

/* The values that the mode (GL_SELECT, GL_FEEDBACK) has left in the buffer. */
void fxp_gl_event_unwound(uint32_t mode, uint64_t buffer, int64_t n_values);

#endif
