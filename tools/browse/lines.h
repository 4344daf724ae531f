/* SPDX-License-Identifier: MIT */
/*
 * A text of many lines, each of which is found at once.
 */
#ifndef TOOLS_BROWSE_LINES_H
#define TOOLS_BROWSE_LINES_H

#include "tools/base/pen.h"

/* All zero: none. */
struct lines {
	struct pen text;
	size_t *begins; /* of each line, and the end */
	size_t n, capacity;
};

/* Takes what was written to the pen. */
void lines_take(struct lines *lines, struct pen *pen);

/* A line without its end. Lives until the next text is taken. */
struct fxr_text lines_at(const struct lines *lines, size_t line);

void lines_fini(struct lines *lines);

#endif
