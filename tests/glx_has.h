/* SPDX-License-Identifier: MIT */
/*
 * What windows of GLX may have, on the X server of $DISPLAY: newer versions of
 * Mesa have less.
 */
#ifndef TESTS_GLX_HAS_H
#define TESTS_GLX_HAS_H

#include <stdbool.h>

/* GLX's names */
enum glx_size {
	GLX_HAS_DEPTH = 12,
	GLX_HAS_ACCUM_RED = 14,
	GLX_HAS_SAMPLES = 100001,
};

/* Whether a window with 8 bits of red has at least so much of it. */
bool glx_has(enum glx_size size, int least);

#endif
