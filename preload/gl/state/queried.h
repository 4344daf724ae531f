/* SPDX-License-Identifier: MIT */
/*
 * Numbers of values that the program has queried from OpenGL. They are stored
 * for the calls that query those values. Each share group has one table of
 * limited size, so that an entry may be lost. Any thread and handler, see
 * state.h.
 */
#ifndef PRELOAD_GL_STATE_QUERIED_H
#define PRELOAD_GL_STATE_QUERIED_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/gl/state/state.h"

/* The subject of a query. */
struct fxp_gl_question {
	uint32_t object; /* program, or the target of a format */
	uint32_t era;	 /* invalid in other eras */
	uint32_t space;	 /* interface, stage, format */
	uint32_t index;
	uint32_t name; /* GL_SAMPLES ... */
};

void fxp_gl_answer_keep(struct fxp_gl_group *group,
			const struct fxp_gl_question *question, int32_t value);

/* False: it was not queried, or is lost. */
bool fxp_gl_answer_find(const struct fxp_gl_group *group,
			const struct fxp_gl_question *question, int32_t *value);

/* Removes all entries of a group. */
void fxp_gl_answer_forget(struct fxp_gl_group *group);

#endif
