/* SPDX-License-Identifier: MIT */
/*
 * A current context of OpenGL for a unit test, without a display: EGL's
 * surfaceless platform and a pbuffer of 64 by 48. The test is skipped where
 * that is not to be had.
 */
#ifndef TESTS_OFFSCREEN_H
#define TESTS_OFFSCREEN_H

#include <stdbool.h>

#include "gl_registry.h"

enum offscreen {
	OFFSCREEN_COMPAT,
	OFFSCREEN_CORE,
	OFFSCREEN_ES2,
	OFFSCREEN_ES3,
	OFFSCREEN_ES1,
	OFFSCREEN_BARE, /* compat, without a pbuffer */
	OFFSCREEN_KINDS,
};

#define OFFSCREEN_WIDTH 64
#define OFFSCREEN_HEIGHT 48

extern const char *const offscreen_names[OFFSCREEN_KINDS];

/* Of each pixel of the pbuffer; 0 unless a test says so before it begins. */
extern int offscreen_samples;

/* Makes it current; the one before is gone. */
void offscreen_begin(enum offscreen kind);

/* Whether the driver makes such a context: newer ones of Mesa do not make those
 * of OpenGL ES 1. Skips the test where there is no display. */
bool offscreen_has(enum offscreen kind);

/* Whether it makes a pbuffer that is drawn to as sRGB. */
bool offscreen_has_srgb(void);

/* Whether one of several samples has any pixels. No context is current after.
 */
bool offscreen_has_samples(void);

/* A procs_find. */
void *offscreen_find(void *context, const char *name);

/* GL(Clear, void, GLbitfield)(GL_COLOR_BUFFER_BIT) */
#define GL(name, result, ...)                                                  \
	((result(*)(__VA_ARGS__))offscreen_find(NULL, "gl" #name))

#endif
