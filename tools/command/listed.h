/* SPDX-License-Identifier: MIT */
/*
 * Lists of functions by which a command chooses among an archive's calls.
 */
#ifndef TOOLS_COMMAND_LISTED_H
#define TOOLS_COMMAND_LISTED_H

#include <stddef.h>

#include "tools/base/option.h"
#include "tools/manager/sessions.h"

/*
 * A usage error if an item of the list names nothing. It may name functions
 * that fxtrace records, and others that are in the archives. It may also name
 * those of shims that were loaded, if their files are still there. Only a list
 * with an item that fxtrace does not record makes it read an archive, which is
 * one more reading. Where it can be read only once, unknown names are let
 * through.
 * list      well formed (select.h), or NULL
 * paths, n  the archives
 */
void listed_check_all(const struct cmd *cmd, const char *option,
		      const char *list, char *const *paths, size_t n);

/* The same of one archive; NULL: there is none. */
void listed_check(const struct cmd *cmd, const char *option, const char *list,
		  const char *path);

/* The same of a running session's archive. One that is no file, or that the
 * manager has not written to yet, has nothing that could be known. */
void listed_check_session(const struct cmd *cmd, const char *option,
			  const char *list,
			  const struct session_known *session);

#endif
