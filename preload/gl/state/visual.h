/* SPDX-License-Identifier: MIT */
/*
 * Visuals of X: the properties of a framebuffer that a context of
 * glXCreateContext draws to. They are not queried. The program's requests and
 * its own queries of the visual are stored by display and visual.
 *
 * Any thread and handler, see state.h. Without space a visual is unknown. info:
 * the address of an XVisualInfo that GLX has just accepted or returned, 0:
 * none.
 */
#ifndef PRELOAD_GL_STATE_VISUAL_H
#define PRELOAD_GL_STATE_VISUAL_H

#include <stdint.h>

/* glXChooseVisual has found it for this list. */
void fxp_gl_visual_chosen(uint64_t display, uint64_t info, uint64_t list);

/* It belongs to an FBConfig. */
void fxp_gl_visual_is_of(uint64_t display, uint64_t info, uint64_t config);

/* glXGetConfig has stored its value of this attribute at `value`. */
void fxp_gl_visual_answer(uint64_t display, uint64_t info, uint32_t attribute,
			  uint64_t value);

/* A context has been made with it: its id, and its FBConfig or 0. */
uint32_t fxp_gl_visual_given(uint64_t display, uint64_t info, uint64_t *config);

/* FXP_GL_FRAMEBUFFER_VALUES values in the order of fact.h; sizes -1: unknown.
 * Then it has two buffers and no stereo, the most common case. */
void fxp_gl_visual_values(uint64_t display, uint32_t id, int32_t *values);

#endif
