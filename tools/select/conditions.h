/* SPDX-License-Identifier: MIT */
/*
 * What `record` knows of conditions on arguments (writer/where.h) before the
 * program starts: whether there are such functions, arguments and constants.
 */
#ifndef TOOLS_SELECT_CONDITIONS_H
#define TOOLS_SELECT_CONDITIONS_H

#include <stdbool.h>

/* Why a list is malformed, or NULL: by its form alone. */
const char *conditions_check(const char *list);

/* Whether each condition of a well-formed list is about a function of the
 * tables that has what it asks for; if not, `error` says what is wrong.
 * has_shims: functions that are not in the tables may be theirs */
bool conditions_exist(const char *list, bool has_shims, char *error,
		      unsigned error_bytes);

#endif
