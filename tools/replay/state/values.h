/* SPDX-License-Identifier: MIT */
/*
 * The values of glGet by sections.
 */
#ifndef TOOLS_REPLAY_STATE_VALUES_H
#define TOOLS_REPLAY_STATE_VALUES_H

#include <stddef.h>

#include "gl_registry.h"
#include "tools/replay/state/section.h"

struct state;

/* The names to which a context has answers. */
struct value_names {
	struct value_name {
		GLenum name;
		const char *text;
		enum section section;
	} * names;
	size_t n, capacity;
};

/* Queries every constant of OpenGL once. Their memory is the caller's. */
void state_find_values(struct state *state, struct value_names *names);

/* Prints those of a section as members. */
void state_values(struct state *state, const struct value_names *names,
		  enum section section);

#endif
