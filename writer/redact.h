/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_REDACT: a comma-separated list of what is not to be recorded.
 *	FUNCTION           all values of these functions
 *	FUNCTION:ARGUMENT  arguments of that name; the result is `ret`, what was
 *	                   passed behind the last parameter is `...`
 * Both are globs, with * and ?. A function's plain name counts, too (plain.h).
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef WRITER_REDACT_H
#define WRITER_REDACT_H

#include <stdbool.h>

/* What is wrong with a list ("has an empty item"), a constant text. NULL: it is
 * well formed. */
const char *fxw_redact_check(const char *list);

/* Whether the first item of a well-formed list matches: not at all, only the
 * function's name, or the argument's name, too. */
enum fxw_redact_fit {
	FXW_REDACT_NOTHING,
	FXW_REDACT_FUNCTION,
	FXW_REDACT_VALUE,
};
enum fxw_redact_fit fxw_redact_fits(const char *item, const char *function,
				    const char *argument);

/* The list behind its first item, or NULL. */
const char *fxw_redact_next(const char *item);

/* Whether the list (well formed, or NULL) names the argument. */
bool fxw_redact_names(const char *list, const char *function,
		      const char *argument);

#endif
