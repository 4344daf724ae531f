/* SPDX-License-Identifier: MIT */
/*
 * Globs of paths (FXTRACE_PATH, --path), a comma list. `*` fits slashes, too.
 * One that does not begin with / or * fits the end of a path, from a component
 * on: `hosts` fits /etc/hosts.
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef WRITER_PATH_GLOBS_H
#define WRITER_PATH_GLOBS_H

#include <stdbool.h>
#include <stddef.h>

/* Why a list is malformed, or NULL. */
const char *fxw_path_globs_check(const char *list);

/* Whether a path of n bytes fits one of a well-formed list. */
bool fxw_path_globs_fit(const char *list, const char *path, size_t n);

/* Removes doubled slashes, "." and ".." from an absolute path of n bytes. It
 * goes by the text alone, so no folder may be a link. Returns its new length.
 */
size_t fxw_path_clean(char *path, size_t n);

#endif
