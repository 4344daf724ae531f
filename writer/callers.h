/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_CALLERS: a comma-separated list of the modules whose calls are
 * recorded.
 *	main   the program
 *	GLOB   files of that name, without their folder; with * and ?
 *	+item  adds to, -item takes from what was chosen so far
 * A list that begins with -item begins with all modules. The last item that
 * fits a module decides.
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef WRITER_CALLERS_H
#define WRITER_CALLERS_H

#include <stdbool.h>

/* Why a list is malformed ("has an empty item"), or NULL if it is well formed.
 */
const char *fxw_callers_check(const char *list);

/* Whether the list (well formed) chooses the module whose file has that name
 * ("": code that is in no file). */
bool fxw_callers_fit(const char *list, const char *name, bool is_program);

#endif
