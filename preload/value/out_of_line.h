/* SPDX-License-Identifier: MIT */
/*
 * Composed values (structs, arrays, the values of `...`) that do not fit into
 * their call's record. A replay needs them whole. They are built in our own
 * memory, then written as large values (large.h) are.
 *
 *	if (!fxp_out_of_line_begin(&large, source, n))
 *		return false;
 *	if (large.space)
 *		...n bytes of it are filled...
 *	id = fxp_out_of_line_end(&large);
 */
#ifndef PRELOAD_VALUE_OUT_OF_LINE_H
#define PRELOAD_VALUE_OUT_OF_LINE_H

#include "preload/value/capture.h"

/* Of one value: more than a system call transfers, less than a count's maximum.
 */
#define FXP_OUT_OF_LINE_MAX_BYTES 0xc0000000u

struct fxp_out_of_line {
	uint8_t *space; /* NULL: it has been written, at the first build */
	size_t n_bytes;
	uint64_t *id;
};

/* False: there is no memory, or the call already has FXP_LARGE_MAX of them.
 * From inside a window. */
bool fxp_out_of_line_begin(struct fxp_out_of_line *large, struct fxp_source *s,
			   size_t n_bytes);

/* Returns the id of the value's blob records, 0: there was no space. */
uint64_t fxp_out_of_line_end(struct fxp_out_of_line *large);

#endif
