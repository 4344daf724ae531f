/* SPDX-License-Identifier: MIT */
/*
 * Calls of OpenGL without OpenGL, and the events that come of them, kept in
 * order: for tests of what follows its state.
 */
#ifndef GL_EVENTS_H
#define GL_EVENTS_H

#include "preload/gl_ask.h"
#include "preload/gl_event.h"
#include "preload/gl_track.h"

#define GL_EVENTS_MAX 64

struct gl_event {
	char kind; /* 'a'rray, 'i'ndices, 's'tring, 'w'ritten, 'l'eft */
	struct fxp_gl_elements array;
	uint64_t address, n_bytes; /* written; left: its values */
	uint32_t mode;		   /* left; indices: which draw */
	uint32_t type;		   /* indices */
};

extern struct gl_event gl_events[GL_EVENTS_MAX];
extern unsigned n_gl_events;

/* What GL says when it is asked (preload/gl_ask.h); 0: it cannot be asked. */
struct gl_answers {
	const void *buffer; /* of any that is bound */
	int64_t buffer_bytes;
	int64_t width, height, depth, compressed_bytes; /* of any level */
	unsigned n_asked;
};
extern struct gl_answers gl_answers;

/* A call: followed, or foreseen. Words as in the wrappers. */
#define GL(word, ...)                                                          \
	fxp_gl_follow(FXP_GL_W_##word, (const uint64_t[]){__VA_ARGS__})
#define BEFORE(word, ...)                                                      \
	fxp_gl_foresee(FXP_GL_W_##word, (const uint64_t[]){__VA_ARGS__})
#define AT(p) ((uint64_t)(uintptr_t)(p))

/* A context of desktop GL, ES 2 or GL 4.5 without what is old, made by EGL and
 * current from here on. */
void gl_begin_compat(uint64_t handle, uint64_t share);
void gl_begin_es2(uint64_t handle, uint64_t share);
void gl_begin_core(uint64_t handle, uint64_t share);

#endif
