/* SPDX-License-Identifier: MIT */
/*
 * The functions of OpenGL that the replay's own views of a context call
 * (pictures, state, times), found once for a context. A function is there if
 * the context's version or an extension has it: what a look-up returns proves
 * nothing, since it has an address for any name.
 */
#ifndef TOOLS_REPLAY_STATE_PROCS_H
#define TOOLS_REPLAY_STATE_PROCS_H

#include <stdbool.h>

#include "gl_registry.h"

/* The address of a function, or NULL. */
typedef void *procs_find(void *context, const char *name);

/* Of a version of OpenGL: what came with it is gone from the core profile,
 * and of OpenGL ES: from 2.0 on. */
#define PROCS_OLD 0x8000u

/* Which functions and facts there are: procs.def. A function that the context
 * has not is NULL. */
struct procs {
	unsigned version; /* 45 of 4.5 */
	bool is_es;
	bool is_core; /* has not what OpenGL 3.1 removed; no ES */
#define PROC(name, result, arguments, gl, es) result(*name) arguments;
#define FACT(name, gl, es, extensions) bool name;
#include "tools/replay/state/procs.def"
};

/*
 * Asks the current context what it is; not between glBegin and glEnd. Raises
 * no error and changes nothing. Valid for this context only.
 *
 * context  passed on to find
 * Returns false if there is no current context.
 */
bool procs_open(struct procs *procs, procs_find *find, void *context);

/* Whether the current context, which these are of, has the extension. */
bool procs_has(const struct procs *procs, const char *extension);

/* Whether a function or constant that came with these versions is there: 0
 * never did. */
bool procs_is_since(const struct procs *procs, unsigned gl, unsigned es);

#endif
