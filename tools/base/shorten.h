/* SPDX-License-Identifier: MIT */
/*
 * Text that has less space than it needs. Its middle is left out, because a
 * path says most at its end, and a command at its beginning.
 */
#ifndef TOOLS_BASE_SHORTEN_H
#define TOOLS_BASE_SHORTEN_H

#include "tools/base/pen.h"

/* Characters of the text; a byte that belongs to none counts as one. */
size_t shorten_width(struct fxr_text text);

/*
 * Puts the text in at most `columns` characters, with "..." in place of its
 * middle if need be. A third of what is left is its beginning. If there is no
 * space for "...", only its end is put.
 */
void shorten_put(struct pen *to, struct fxr_text text, size_t columns);

/* The same of a line whose first n_kept bytes stay, if they have space. */
void shorten_put_line(struct pen *to, struct fxr_text line, size_t n_kept,
		      size_t columns);

/*
 * Puts a text in lines of at most `columns` characters. They end behind a
 * comma; those behind the first begin with `indent` spaces. What is longer
 * between two commas is a longer line.
 */
void shorten_wrap(struct pen *to, struct fxr_text text, unsigned indent,
		  size_t columns);

#endif
