/* SPDX-License-Identifier: MIT */
/*
 * The selection of calls, FXTRACE_CALLS: a comma-separated list of items.
 *	GLOB        functions of that name: * ? [set] [!set]; of `syscall`, all
 *	            that it makes, too (SYS_read ...)
 *	%CATEGORY   functions of that category (%libc: also libc:io ...), or of
 *	            that group (%memstr); globs too
 *	+item       adds to, -item takes from what was selected so far
 *
 * A list of only + and - items changes the default selection. Any other list
 * replaces it. The last item that fits a function decides.
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef PRELOAD_CONFIG_CALLS_H
#define PRELOAD_CONFIG_CALLS_H

#include <stdbool.h>

/* Why a list is malformed ("an item is empty"), or NULL if it is well formed.
 */
const char *fxp_calls_check(const char *list);

/*
 * Whether the list selects a function.
 * list        well formed, or NULL: default_on decides
 * name, category, group  of the function; group may be ""
 * default_on  whether it is selected without a list
 */
bool fxp_calls_match(const char *list, const char *name, const char *category,
		     const char *group, bool default_on);

/* The same for a list that always changes the default selection, whether or not
 * its items have signs. */
bool fxp_calls_match_more(const char *list, const char *name,
			  const char *category, const char *group,
			  bool default_on);

#endif
