/* SPDX-License-Identifier: MIT */
/*
 * Groups of leaks of one origin: from the same function and the same stack.
 * Where stacks were not recorded, those of the same size.
 */
#ifndef TOOLS_LEAKS_LEAK_GROUPS_H
#define TOOLS_LEAKS_LEAK_GROUPS_H

#include "tools/leaks/held.h"
#include "tools/reader/calls.h"

struct leak_group {
	struct held first; /* the first that was opened */
	uint64_t n, n_bytes;
	char *text; /* its call as shown, ended by NUL; owned */
};

/* All zero = none. */
struct leak_groups {
	struct fxr_map map;
	struct leak_group *all;
	size_t n, space;
	uint64_t n_of[LEAK_N_KINDS], n_bytes_of[LEAK_N_KINDS];
};

/* Adds what the call opened. Returns its group if that is new and needs its
 * text, else NULL. Valid until the next add. */
struct leak_group *leak_groups_add(struct leak_groups *groups,
				   const struct held *item,
				   const struct fxr_call *call,
				   size_t function);

/* By kind, the largest first. */
void leak_groups_sort(struct leak_groups *groups);
void leak_groups_fini(struct leak_groups *groups);

#endif
