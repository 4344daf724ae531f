/* SPDX-License-Identifier: MIT */
/*
 * Globs of paths as somebody types them (writer/path_globs.h).
 */
#ifndef TOOLS_BASE_PATH_LIST_H
#define TOOLS_BASE_PATH_LIST_H

/* The same list, but items with a component "." or ".." are whole paths, from
 * the current folder on. The list is the caller's. */
char *path_list_resolve(const char *list);

#endif
