/* SPDX-License-Identifier: MIT */
/*
 * What an X server is asked past GLX: how large a window or pixmap is.
 *
 * The question goes over the program's own connection, by XCB, whose answer,
 * error or not, comes to who has asked and to nobody else: so a drawable that
 * is gone does no harm. It is only asked where the libraries for it are loaded
 * already, each of them once.
 */
#ifndef PRELOAD_GL_DRIVER_X11_H
#define PRELOAD_GL_DRIVER_X11_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Asks for the size of a drawable of X's, by one round trip.
 * display   the Display of a call of GLX that the program has just made on this
 *           thread, with success
 * drawable  a window or pixmap; anything else is only not known
 * False: nobody says it, and width and height stay. errno stays, nothing is
 * recorded of it; makes system calls, so none after a seccomp filter.
 */
bool fxp_gl_x11_size(uint64_t display, uint64_t drawable, int32_t *width,
		     int32_t *height);

#endif
