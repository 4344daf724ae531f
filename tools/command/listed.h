/* SPDX-License-Identifier: MIT */
/*
 * Lists of functions by which a command chooses among an archive's calls.
 */
#ifndef TOOLS_COMMAND_LISTED_H
#define TOOLS_COMMAND_LISTED_H

#include "tools/base/option.h"

/*
 * A usage error if an item of the list names nothing: no function that fxtrace
 * records, and none of the archives', which may be a shim's. Only a list with
 * such an item makes it read an archive, which is one more reading. Where it
 * can be read only once, unknown names are let through.
 * list         well formed (select.h), or NULL
 * path, other  archives; NULL: there is none
 */
void listed_check(const struct cmd *cmd, const char *option, const char *list,
		  const char *path, const char *other);

#endif
