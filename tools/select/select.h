/* SPDX-License-Identifier: MIT */
/*
 * Which functions are selected: a comma list of items, each a glob of function
 * names, %CATEGORY or %GROUP. `syscall` is all that it makes, too (SYS_read).
 * `%libc` is category libc and all of libc:*; `%io` also `libc:io`. `-` before
 * an item excludes its functions, `+` adds them; later items win. If all items
 * have a sign, they change the default. Otherwise only the listed functions are
 * selected.
 */
#ifndef TOOLS_SELECT_SELECT_H
#define TOOLS_SELECT_SELECT_H

#include <stdbool.h>

struct select_function {
	const char *category, *name;
	const char *group; /* or NULL */
	bool is_default;   /* selected unless the list says otherwise */
};

/* Whether the list selects the function. list NULL: its default. */
bool select_has(const char *list, const struct select_function *function);

/* NULL, or what is wrong with the list. */
const char *select_check(const char *list);

#endif
