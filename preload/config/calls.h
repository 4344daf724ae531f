/* SPDX-License-Identifier: MIT */
/*
 * The selection of calls, FXTRACE_CALLS: a comma-separated list of items.
 *	GLOB        functions of that name: * ? [set] [!set]. The plain name
 *	            counts: `open` fits open64 (writer/plain.h), `syscall`
 *	            SYS_read
 *	%CATEGORY   functions of that category (%libc: also libc:io ...), of
 *	            that group (%memstr), or of that class (%file); globs too
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

#include "gen/gen.h"

/* Why a list is malformed ("an item is empty"), or NULL if it is well formed.
 */
const char *fxp_calls_check(const char *list);

/* The names that a function is selected by. */
struct fxp_names {
	const char *name, *category;
	const char *group;   /* may be "" */
	const char *classes; /* with spaces between, or "" */
};

static inline struct fxp_names fxp_names_of(const struct fxg_table *table,
					    const struct fxg_function *f)
{
	return (struct fxp_names){
		.name = table->text + table->strings[f->name],
		.category = table->text + table->strings[f->category],
		.group = table->text + f->group,
		.classes = table->text + f->classes,
	};
}

/*
 * Whether the list selects a function.
 * list        well formed, or NULL: default_on decides
 * default_on  whether it is selected without a list
 */
bool fxp_calls_match(const char *list, const struct fxp_names *names,
		     bool default_on);

/* Whether the item at `item`, up to its comma, is about the function. */
bool fxp_calls_fits(const char *item, const struct fxp_names *names);

/* The same for a list that always changes the default selection, whether or not
 * its items have signs. */
bool fxp_calls_match_more(const char *list, const struct fxp_names *names,
			  bool default_on);

#endif
