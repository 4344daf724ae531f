/* SPDX-License-Identifier: MIT */
/*
 * Several libraries that define the same function of GL, as libGL and libGLESv2
 * do, or one that a program brings along. A wrapper has one real function. So
 * the program gets an entry of its own for each further definition. The entry
 * notes the definition for the thread, and jumps to the wrapper. Where the
 * wrapper calls its real function, a switch calls the noted one instead. Only
 * functions with several definitions have these.
 *
 * Entries and switches are in several_entry.S, and never freed. Any thread,
 * nothing allocates, locks or changes errno. A signal handler may
 * interrupt a call between its entry and its switch. If it calls the same
 * function, the interrupted call may reach the other definition.
 */
#ifndef PRELOAD_GL_DRIVER_SEVERAL_H
#define PRELOAD_GL_DRIVER_SEVERAL_H

#include <stdbool.h>

/* The entry for a further definition, whose wrapper is `own`. NULL: there are
 * too many. */
void *fxp_gl_several_entry(unsigned function, void *own, void *definition);

/* What a function's wrapper is to call if its real function is this one:
 * itself, or the switch that leads to it. */
void *fxp_gl_several_real(unsigned function, void *real);

/* Whether a function has entries. */
bool fxp_gl_several_has(unsigned function);

/* The definition that this thread's call is to reach, if it has come to the
 * function's wrapper by an entry, else NULL. Before the wrapper calls its real
 * function. */
void *fxp_gl_several_noted(unsigned function);

#endif
