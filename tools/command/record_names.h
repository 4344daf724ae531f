/* SPDX-License-Identifier: MIT */
/*
 * Names of functions, groups and arguments in the options of `fxtrace record`:
 * one that was mistyped is reported before anything runs.
 */
#ifndef TOOLS_COMMAND_RECORD_NAMES_H
#define TOOLS_COMMAND_RECORD_NAMES_H

#include <stdbool.h>

#include "tools/base/option.h"

/* Checks of options: NULL, or what is wrong with the text. */
const char *record_check_stack(const char *text);
const char *record_check_trace(const char *text);

/* The list of --calls that a --trace is: "trace=!a,b" is "-a,-b". The text has
 * been checked; the list is the caller's. */
char *record_trace_list(const char *text);

/* Looks up the names in the lists in force, which are in the environment:
 * FXTRACE_CALLS, STACK, TRIGGER, WHERE and REDACT. A usage error if one names
 * nothing, or a variable has nearly the name of one of these. shims: whose
 * libraries have names, too */
void record_check_names(const struct cmd *cmd, const struct option_list *shims);

#endif
