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

#endif
