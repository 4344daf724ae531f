/* SPDX-License-Identifier: MIT */
/*
 * Queries of an X server, without GLX: the size of a window or pixmap.
 *
 * The query uses the program's own connection, by XCB. Its reply or error comes
 * only to us, so that a drawable that is gone does no harm. There is no query
 * unless the libraries for it are loaded already, each of them once.
 */
#ifndef PRELOAD_GL_DRIVER_X11_H
#define PRELOAD_GL_DRIVER_X11_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Queries the size of a drawable of X, by one round trip.
 * display   the Display of a call of GLX that the program has just made on this
 *           thread, with success
 * drawable  a window or pixmap; the size of anything else is unknown
 * False: it is unknown; width and height do not change. Does not change errno,
 * and is not recorded. It makes system calls, so not after a seccomp filter.
 */
bool fxp_gl_x11_size(uint64_t display, uint64_t drawable, int32_t *width,
		     int32_t *height);

#endif
