/* SPDX-License-Identifier: MIT */
/*
 * What OpenGL has told the program of how much there is of something, kept for
 * when that itself is asked for: one table a share group, bounded, so that what
 * is kept may be forgotten. Any thread and handler, see state.h.
 */
#ifndef PRELOAD_GL_STATE_QUERIED_H
#define PRELOAD_GL_STATE_QUERIED_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/gl/state/state.h"

/* What was asked for. */
struct fxp_gl_question {
	uint32_t object; /* program, or the target of a format */
	uint32_t era;	 /* what was told in another one is void */
	uint32_t space;	 /* interface, stage, format */
	uint32_t index;
	uint32_t name; /* GL_SAMPLES ... */
};

void fxp_gl_answer_keep(struct fxp_gl_group *group,
			const struct fxp_gl_question *question, int32_t value);

/* False: nobody was told, or it is forgotten. */
bool fxp_gl_answer_find(const struct fxp_gl_group *group,
			const struct fxp_gl_question *question, int32_t *value);

/* All of a group's. */
void fxp_gl_answer_forget(struct fxp_gl_group *group);

#endif
