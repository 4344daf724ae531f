/* SPDX-License-Identifier: MIT */
/*
 * The actions of posix_spawn in a child before the program begins: lists of
 * actions, from the calls that made them, and the resulting steps. One thread.
 */
#ifndef TOOLS_FD_SPAWN_H
#define TOOLS_FD_SPAWN_H

#include "tools/fd/rule.h"
#include "tools/fd/table.h"
#include "tools/reader/calls.h"

/* Stored under their address on a process's shelf FD_ACTIONS. A list never
 * changes, since a forked child may continue with its parent's. */
struct object *fd_spawn_list(void);

/* The list with the action that the call adds. */
struct object *fd_spawn_add(const struct fxr_types *types, struct object *list,
			    const struct fxr_call *call, enum fd_act act);

/* One step in the child, in order. */
struct fd_step {
	enum fd_act act; /* FD_ADD_OPEN or FD_ADD_CHDIR */
	const char *path;
	struct object *folder; /* that it is relative to; NULL = unknown */
	uint64_t flags, mode;
	struct object *made; /* by FD_ADD_OPEN */
};

struct fd_steps {
	struct fd_step *items; /* these hold what they point to */
	size_t n, capacity;
	struct object *list;
	uint64_t pid;  /* of the child; 0 = none, or unknown */
	bool is_whole; /* false: further steps are unknown */
};

/* Applies the list to the table of the new child. list: NULL = unknown. */
void fd_spawn_do(struct fd_tables *tables, struct fd_table *child,
		 struct object *list, struct fd_steps *steps);
void fd_steps_empty(struct fd_steps *steps);
void fd_steps_fini(struct fd_steps *steps);

#endif
