/* SPDX-License-Identifier: MIT */
/*
 * What `record` checks of --redact (writer/redact.h) before the program starts:
 * whether such functions and arguments exist. A misspelt one would leave the
 * secret in the archive.
 */
#ifndef TOOLS_SELECT_REDACTED_H
#define TOOLS_SELECT_REDACTED_H

#include <stdbool.h>
#include <stddef.h>

/* Whether each item of a well-formed list fits a value of the tables. If not,
 * `error` says which one does not, and what the user may have meant.
 * has_shims: functions that are not in the tables may be a shim's */
bool redacted_exist(const char *list, bool has_shims, char *error,
		    size_t error_bytes);

#endif
