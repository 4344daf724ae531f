/* SPDX-License-Identifier: MIT */
/*
 * Text of any origin on its way to a terminal. Bytes that would act on it are
 * shown as \NNN, in octal. These are controls (C0, C1, DEL), marks that change
 * the writing direction, and what is no UTF-8.
 */
#ifndef TOOLS_BASE_TERMINAL_H
#define TOOLS_BASE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/base/pen.h"

/* Whether a sound UTF-8 character of n bytes would act on a terminal. */
bool terminal_is_unsafe(const unsigned char *at, size_t n);

/*
 * Puts what is safe of the bytes, and the rest as escapes.
 * is_lines: ends of lines and tabs stay.
 * is_end: nothing follows. Otherwise a character or \r that may go on is left.
 * Returns how many bytes were dealt with.
 */
size_t terminal_put(struct pen *out, const char *bytes, size_t n_bytes,
		    bool is_lines, bool is_end);

/* From now on, where stdout is a terminal (or a pager's, called before it is
 * opened), what is written to it goes that way. For commands that write no
 * escape sequences of their own; once. */
void terminal_guard(void);

/* Characters of a line of the terminal that stdout is; 0: it is none, or its
 * size is unknown. */
unsigned terminal_columns(void);

#endif
