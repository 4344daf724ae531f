/* SPDX-License-Identifier: MIT */
/*
 * What the program's memory held when OpenGL could see it, where no call of the
 * program's says so: events of calls that nobody made (`@flags` fake).
 */
#ifndef PRELOAD_GL_DRIVER_SYNTHETIC_H
#define PRELOAD_GL_DRIVER_SYNTHETIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A vertex array in the program's memory, as far as a draw reads it. */
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

/* Whether n bytes can be read. Asks the kernel, as a rule once a page. */
bool fxp_gl_is_there(const void *p, uint64_t n);
/* n names at an address, as a call was given them; NULL if there are none, or
 * they cannot be read. */
static inline const uint32_t *fxp_gl_names_at(uint64_t n, uint64_t address)
{
	const void *p = (const void *)(uintptr_t)address;

	if ((int32_t)n <= 0 || !p || !fxp_gl_is_there(p, (n & INT32_MAX) * 4))
		return NULL;
	return p;
}

/* String i of several; length -1: up to its NUL. Nothing if it cannot be read.
 */
void fxp_gl_event_string(unsigned i, uint64_t string, int64_t length);

void fxp_gl_event_array(const struct fxp_gl_elements *elements);

/* What a draw reads there is not known, as that buffer's contents are not. */
void fxp_gl_event_unknown(uint32_t buffer, const char *reason);

/* Indices that can be read, of draw number `draw` of several at once. */
void fxp_gl_event_indices(unsigned draw, unsigned type, uint64_t indices,
			  int64_t n_bytes);

/* memcpy: what the program has written to mapped memory at that address; the
 * bytes are there, or a copy of them. */
void fxp_gl_event_written(uint64_t address, const void *bytes,
			  uint64_t n_bytes);

/* What the mode that ends (GL_SELECT, GL_FEEDBACK) has left in the buffer. */
void fxp_gl_event_unwound(uint32_t mode, uint64_t buffer, int64_t n_values);

#endif
