/* SPDX-License-Identifier: MIT */
/*
 * Whether the items of a list of calls (calls.h) name any functions. One that
 * was mistyped would select nothing, and nobody would notice.
 */
#ifndef PRELOAD_CONFIG_NAMES_H
#define PRELOAD_CONFIG_NAMES_H

#include <stdbool.h>

#include "gen/gen.h"

/*
 * What is wrong with a well-formed list, or NULL: "has opne, which is no
 * function's name; did you mean open?". The text is static: from the
 * constructor only. table      makes and returns the table of the other
 * functions; called only if an item fits none of libc's
 */
const char *fxp_names_check(const char *list, const struct fxg_table *libc,
			    const struct fxg_table *(*table)(void));

#endif
