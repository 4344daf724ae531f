/* SPDX-License-Identifier: MIT */
/*
 * Windows of an X server, by libX11.so.6. On a server error Xlib would end the
 * program. Instead, the function that caused it fails. Errors caused by the
 * driver's drawing are ignored.
 */
#ifndef TOOLS_REPLAY_STAGE_X11_H
#define TOOLS_REPLAY_STAGE_X11_H

#include <stdbool.h>

#include "gl_registry.h"

struct stage_x11;

/* Connects to the server of $DISPLAY. NULL, with the reason in `note`: no
 * server, or no Xlib. One at a time. */
struct stage_x11 *stage_x11_open(char *note);

/* NULL-safe. Windows are closed with the connection. */
void stage_x11_close(struct stage_x11 *x11);

/* As EGL wants it. */
Display *stage_x11_display(const struct stage_x11 *x11);

int stage_x11_screen(const struct stage_x11 *x11);

/* Frees what Xlib or GLX has allocated. NULL-safe. */
void stage_x11_free(struct stage_x11 *x11, void *data);

/* Around other requests: begin clears earlier errors; end waits until the
 * server has processed all. Returns whether there was no error since. Else the
 * reason is in `note`: "the X server would not WHAT". */
void stage_x11_begin(struct stage_x11 *x11);
bool stage_x11_done(struct stage_x11 *x11, const char *what, char *note);

/* A window that is on the screen when this returns, of this visual and of this
 * size in pixels, at the upper left. 0, with the reason in `note`: the server
 * refused. */
XID stage_x11_window(struct stage_x11 *x11, VisualID visual, int width,
		     int height, char *note);

bool stage_x11_resize(struct stage_x11 *x11, XID window, int width, int height,
		      char *note);

void stage_x11_destroy(struct stage_x11 *x11, XID window);

#endif
