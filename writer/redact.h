/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_REDACT: a comma-separated list of what is not to be recorded.
 *	FUNCTION           all values of these functions
 *	FUNCTION:ARGUMENT  arguments of that name; the result is `ret`, what was
 *	                   passed behind the last parameter is `...`
 * Both are globs, with * and ?.
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef WRITER_REDACT_H
#define WRITER_REDACT_H

#include <stdbool.h>

/* Why a list is malformed ("has an empty item"), or NULL if it is well formed.
 */
const char *fxw_redact_check(const char *list);

/* Whether the list (well formed, or NULL) names the argument. */
bool fxw_redact_names(const char *list, const char *function,
		      const char *argument);

#endif
