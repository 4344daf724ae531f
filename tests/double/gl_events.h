/* SPDX-License-Identifier: MIT */
/*
 * Calls of OpenGL without OpenGL, and the events that they cause, in order: for
 * tests of what tracks its state.
 */
#ifndef TESTS_DOUBLE_GL_EVENTS_H
#define TESTS_DOUBLE_GL_EVENTS_H

#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/fact.h"
#include "preload/gl/track/track.h"

#define GL_EVENTS_MAX 64

struct gl_event {
	char kind; /* 'a'rray, 'i'ndices, 's'tring, 'w'ritten, 'l'eft */
	struct fxp_gl_elements array;
	uint64_t address, n_bytes; /* written; left: its values */
	char first;		   /* written: what is there */
	uint32_t mode;		   /* left; indices: which draw */
	uint32_t type;		   /* indices */
};

extern struct gl_event gl_events[GL_EVENTS_MAX];
extern unsigned n_gl_events;

/* What is unknown of draws: how often, and the last of it. */
struct gl_unknown {
	unsigned n;
	uint32_t buffer;
	const char *reason;
};
extern struct gl_unknown gl_unknown;

/* What was recorded of contexts and drawables, likewise. */
struct gl_fact {
	char kind; /* 'c'ontext, confi'g', 'd'rawable, 'f'ramebuffer */
	const struct fxp_gl_context *context;
	struct fxp_gl_self self;
	struct fxp_gl_config config;	 /* as it was then */
	struct fxp_gl_drawable drawable; /* likewise */
	int32_t framebuffer[FXP_GL_FRAMEBUFFER_VALUES];
};
extern struct gl_fact gl_facts[GL_EVENTS_MAX];
extern unsigned n_gl_facts;

/* What GL, GLX and EGL answer. GL: its version (NULL: no context is current),
 * values by their names, the arrays' addresses. Attributes: by name + index *
 * 0x10000, up to a name of 0 (else 0). Also a surface's width and height, those
 * of X's drawable gl_window_name, and how often those were queried. */
struct gl_said {
	unsigned name;
	int32_t values[4];
};
extern const char *gl_version;
extern bool gl_is_other; /* than Mesa's */
extern const struct gl_said *gl_says;
extern uint64_t gl_attrib_pointers[32], gl_vertex_pointer;
extern int32_t gl_surface[2], gl_attributes; /* and what those begin at */
extern uint64_t gl_window_name;
extern int32_t gl_window[2];
extern unsigned n_gl_window_queries, n_gl_surface_queries;

/* Whether these values, or any text, were queried of GL since the queries were
 * forgotten. */
bool gl_was_queried(unsigned name);
bool gl_were_texts_queried(void);
void gl_forget_queries(void);

/* A call: tracked, or about to come. Words as in the wrappers. */
#define GL(word, ...)                                                          \
	fxp_gl_track_call(FXP_GL_W_##word, (const uint64_t[]){__VA_ARGS__})
#define BEFORE(word, ...)                                                      \
	fxp_gl_track_before(FXP_GL_W_##word, (const uint64_t[]){__VA_ARGS__})
#define AT(p) ((uint64_t)(uintptr_t)(p))

/* A context of desktop GL, ES 2 or GL 4.5 without what is old, made by EGL and
 * current from here on. */
void gl_begin_compat(uint64_t handle, uint64_t share);
void gl_begin_es2(uint64_t handle, uint64_t share);
void gl_begin_core(uint64_t handle, uint64_t share);

#endif
