/* SPDX-License-Identifier: MIT */
/*
 * The functions of OpenGL that the replay's own views of a context call
 * (pictures, state, times), looked up once for each context. A function is
 * available if the context's version or an extension has it. The result of a
 * lookup does not show that, since libglvnd has an address for every name.
 */
#ifndef TOOLS_REPLAY_STATE_PROCS_H
#define TOOLS_REPLAY_STATE_PROCS_H

#include <stdbool.h>

#include "gl_registry.h"

/* The address of a function, or NULL. */
typedef void *procs_find(void *context, const char *name);

/* For a version of OpenGL: removed from the core profile. For a version of
 * OpenGL ES: from 2.0 on. */
#define PROCS_OLD 0x8000u

/* The list of functions and facts: procs.def. A function that the context does
 * not have is NULL. */
struct procs {
	unsigned version; /* 45 of 4.5 */
	bool is_es;
	bool is_core; /* lacks what OpenGL 3.1 removed; not ES */
	/* Between glBeginConditionalRender and its end: whoever makes these
	 * calls says so. */
	bool is_conditional;
#define PROC(name, result, arguments, gl, es) result(*name) arguments;
#define FACT(name, gl, es, extensions) bool name;
#include "tools/replay/state/procs.def"
};

/*
 * Queries the current context; not between glBegin and glEnd. Raises no error
 * and changes nothing. Valid for this context only.
 *
 * context  passed on to find
 * Returns false if there is no current context.
 */
bool procs_open(struct procs *procs, procs_find *find, void *context);

/* Whether the current context, which these belong to, has the extension. */
bool procs_has(const struct procs *procs, const char *extension);

/* Whether a function or constant of these versions is available: 0 means
 * none. */
bool procs_is_since(const struct procs *procs, unsigned gl, unsigned es);

#endif
