/* SPDX-License-Identifier: MIT */
/*
 * Where the recorder, libfxtrace.so, is, and the variable that loads it into
 * programs.
 */
#ifndef TOOLS_ELF_LIBRARY_H
#define TOOLS_ELF_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

struct option_list;

/* Puts the recorder's absolute path first in LD_PRELOAD, and those of shims
 * behind it; other entries stay. Dies if one cannot be found, is no shim, or
 * has a path that cannot stand in LD_PRELOAD. */
void library_preload(const struct option_list *shims);

/* Whether the file is a shim of another library. */
bool library_is_shim(const char *path);

/* Where a file of fxtrace's own is that programs need none of, "api/NAME";
 * false if it is nowhere. */
bool library_share(const char *name, char *path, size_t path_bytes);

/* Where libfxtrace.so is; dies if it is nowhere. */
void library_find(char *path, size_t path_bytes);

#endif
