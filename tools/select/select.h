/* SPDX-License-Identifier: MIT */
/*
 * Which functions are selected: a comma list of items, each a glob of function
 * names, %CATEGORY, %GROUP or %CLASS. `open` is open64, too (writer/plain.h),
 * and `syscall` all that it makes (SYS_read).
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
	const char *group;   /* or NULL */
	const char *classes; /* names with spaces between, or NULL */
	bool is_default;     /* selected unless the list says otherwise */
};

/* An item, its sign and NUL included; longer ones are cut. */
#define SELECT_ITEM_BYTES 256u

/* Copies the next item of the list; false at its end. */
bool select_next(const char **list, char item[SELECT_ITEM_BYTES]);

/* Whether the glob fits the name or a plainer one. */
bool select_fits_name(const char *glob, const char *name);

/* Whether the item is about the function, whatever its sign. */
bool select_fits(const char *item, const struct select_function *function);

/* Whether the list selects the function. list NULL: its default. */
bool select_has(const char *list, const struct select_function *function);

/* NULL, or what is wrong with the list. */
const char *select_check(const char *list);

#endif
