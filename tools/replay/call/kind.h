/* SPDX-License-Identifier: MIT */
/*
 * What a function of OpenGL does, as far as a replay treats it differently: the
 * only list of what a draw is.
 */
#ifndef TOOLS_REPLAY_CALL_KIND_H
#define TOOLS_REPLAY_CALL_KIND_H

enum kind {
	/* It changes pixels of a framebuffer: it draws, clears or copies there.
	 * Of what is between glBegin and glEnd, it is glEnd. */
	KIND_DRAW = 1u << 0,
	/* The graphics processor works for it: also copies and uploads. */
	KIND_WORK = 1u << 1,
	/* It only returns something: no later call depends on it. */
	KIND_QUERY = 1u << 2,
};

/* Bits of enum kind. Compares texts: call it once for each function. */
unsigned kind_of(const char *name);

#endif
