/* SPDX-License-Identifier: MIT */
/*
 * Functions whose purpose is to wait (gen/API.md, `waits`): poll, nanosleep,
 * waitpid, sem_wait and their like. That they take long means nothing by
 * itself.
 */
#ifndef TOOLS_SELECT_WAITING_H
#define TOOLS_SELECT_WAITING_H

#include "tools/reader/world.h"

/* What is known of an archive's names. All zero = nothing yet. */
struct waiting {
	char *known; /* by number of the name */
	size_t n, capacity;
};

/* Whether the name, by its number in the world, is of such a function. */
bool waiting_has(struct waiting *waiting, const struct fxr_world *world,
		 size_t name);

void waiting_fini(struct waiting *waiting);

/* Whether a list of functions (select.h, or NULL) contains the name itself. A
 * group or a pattern that includes it is not enough. */
bool waiting_is_named(const char *list, struct fxr_text name);

#endif
