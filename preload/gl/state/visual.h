/* SPDX-License-Identifier: MIT */
/*
 * Visuals of X: what a framebuffer is like that a context of glXCreateContext
 * draws to. Nobody is asked for it: it is what the program was told and has
 * said of the visual itself, kept by display and visual.
 *
 * Any thread and handler, see state.h; what there is no room for is not
 * known. info: the address of an XVisualInfo that GLX has just taken or given,
 * 0: none.
 */
#ifndef PRELOAD_GL_STATE_VISUAL_H
#define PRELOAD_GL_STATE_VISUAL_H

#include <stdint.h>

/* glXChooseVisual has found it for this list. */
void fxp_gl_visual_chosen(uint64_t display, uint64_t info, uint64_t list);

/* It is an FBConfig's. */
void fxp_gl_visual_is_of(uint64_t display, uint64_t info, uint64_t config);

/* glXGetConfig has stored at `value` what it has of this attribute. */
void fxp_gl_visual_answer(uint64_t display, uint64_t info, uint32_t attribute,
			  uint64_t value);

/* A context has been made with it: its id, and its FBConfig or 0. */
uint32_t fxp_gl_visual_given(uint64_t display, uint64_t info, uint64_t *config);

/* FXP_GL_FRAMEBUFFER_VALUES values in the order of fact.h; sizes -1: not
 * known. Then there are two buffers and no stereo, as it mostly is. */
void fxp_gl_visual_values(uint64_t display, uint32_t id, int32_t *values);

#endif
