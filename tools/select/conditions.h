/* SPDX-License-Identifier: MIT */
/*
 * What `record` can check of conditions on arguments (writer/where.h) before
 * the program starts: whether such functions, arguments and constants exist.
 */
#ifndef TOOLS_SELECT_CONDITIONS_H
#define TOOLS_SELECT_CONDITIONS_H

#include <stdbool.h>

/* Why a list is malformed, or NULL; checks its form alone. */
const char *conditions_check(const char *list);

/* Whether, for each condition of a well-formed list, the tables have the
 * function, argument and constant. If not, `error` says what is wrong.
 * has_shims: functions that are not in the tables may be a shim's */
bool conditions_exist(const char *list, bool has_shims, char *error,
		      unsigned error_bytes);

#endif
