/* SPDX-License-Identifier: MIT */
/*
 * A terminal as a screen that is drawn again and again, and keys of it. However
 * the command ends, but for SIGKILL and faults, the terminal is then as it was
 * before; also while the command is stopped (SIGTSTP).
 */
#ifndef TOOLS_TOP_SCREEN_H
#define TOOLS_TOP_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/reader/memory.h"

/* Standard output is one; keys come from standard input if it is, too. */
void screen_open(void);
void screen_close(void);

/* Lines and columns that there are now. */
void screen_size(unsigned *lines, unsigned *columns);

/* Text of whole lines, each shorter than the screen is wide. */
void screen_draw(struct fxr_text text);

enum {
	SCREEN_TIME = -1,   /* it has passed */
	SCREEN_END = -2,    /* a signal wants the command to end */
	SCREEN_RESIZE = -3, /* or what was shown has gone: draw again */
};

/* A key, or one of the above, once `ns` have passed. */
int screen_wait(uint64_t ns);

/* Ends as the signal would have, if there was one. */
void screen_raise(void);

#endif
