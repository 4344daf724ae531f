/* SPDX-License-Identifier: MIT */
/*
 * Leaks put together that were made at the same place: by the same function
 * from the same stack or, where stacks were not recorded, of the same size.
 */
#ifndef TOOLS_LEAKS_LEAK_GROUPS_H
#define TOOLS_LEAKS_LEAK_GROUPS_H

#include "tools/leaks/held.h"
#include "tools/reader/calls.h"

struct leak_group {
	struct held first; /* that was opened first */
	uint64_t n, n_bytes;
	char *text; /* how its call is shown, ended by NUL; owned */
};

/* All zero = none. */
struct leak_groups {
	struct fxr_map map;
	struct leak_group *all;
	size_t n, space;
	uint64_t n_of[LEAK_N_KINDS], n_bytes_of[LEAK_N_KINDS];
};

/* Adds what the call opened. Returns its group if that is new and wants its
 * text, else NULL. Valid until the next add. */
struct leak_group *leak_groups_add(struct leak_groups *groups,
				   const struct held *item,
				   const struct fxr_call *call,
				   size_t function);

/* By kind, the largest first. */
void leak_groups_sort(struct leak_groups *groups);
void leak_groups_fini(struct leak_groups *groups);

#endif
