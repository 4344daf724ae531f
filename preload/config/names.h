/* SPDX-License-Identifier: MIT */
/*
 * Names that were mistyped, where nobody would notice: items of a list of calls
 * (calls.h) that select nothing, and variables that nobody reads.
 */
#ifndef PRELOAD_CONFIG_NAMES_H
#define PRELOAD_CONFIG_NAMES_H

#include <stdbool.h>

#include "gen/gen.h"

/*
 * What is wrong with the first variable that is nearly named as one of ours:
 * "is no variable of fxtrace's; did you mean FXTRACE_CALLS?". NULL: there is
 * none. Other variables that begin with FXTRACE_ may be somebody else's.
 * name  out: its name. Both texts are static: from the constructor only.
 */
const char *fxp_names_check_variables(char *const *envp, const char **name);

/*
 * What is wrong with a well-formed list, or NULL: "has opne, which is no
 * function's name; did you mean open?". The text is static: from the
 * constructor only. table      makes and returns the table of the other
 * functions; called only if an item fits none of libc's
 */
const char *fxp_names_check(const char *list, const struct fxg_table *libc,
			    const struct fxg_table *(*table)(void));

#endif
