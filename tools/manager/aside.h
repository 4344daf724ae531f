/* SPDX-License-Identifier: MIT */
/*
 * An archive that a new one replaces. It has another name until a program
 * records into the new one, and gets its own back if none does.
 */
#ifndef TOOLS_MANAGER_ASIDE_H
#define TOOLS_MANAGER_ASIDE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct aside {
	uint64_t device, inode;
	char path[PATH_MAX];	  /* its own */
	char name[PATH_MAX + 32]; /* until then; "" = there is none */
};

/* Chooses the other name. The caller renames it. Returns 0, or errno: EEXIST =
 * it is no file, ENOENT = there is none. */
int aside_choose(struct aside *aside, const char *path);

/* Removes it, or gives it its own name back unless another file has that. */
void aside_settle(struct aside *aside, bool is_replaced);

#endif
