/* SPDX-License-Identifier: MIT */
/*
 * A terminal as a screen that is redrawn, and its keys. When the command ends,
 * except by SIGKILL and faults, the terminal is as it was before; also while
 * the command is stopped (SIGTSTP).
 */
#ifndef TOOLS_TOP_SCREEN_H
#define TOOLS_TOP_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/reader/memory.h"

/* If standard output is a terminal; keys come from standard input if it is one,
 * too. */
void screen_open(void);
void screen_close(void);

/* The present number of lines and columns. */
void screen_size(unsigned *lines, unsigned *columns);

/* Text of whole lines, each shorter than the screen's width. */
void screen_draw(struct fxr_text text);

enum {
	SCREEN_TIME = -1,   /* it has passed */
	SCREEN_END = -2,    /* a signal wants the command to end */
	SCREEN_RESIZE = -3, /* or the shown text is gone: draw again */
};

/* A key, or one of the above, once `ns` have passed. */
int screen_wait(uint64_t ns);

/* Ends as the signal would have, if there was one. */
void screen_raise(void);

#endif
