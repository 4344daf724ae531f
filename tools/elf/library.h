/* SPDX-License-Identifier: MIT */
/*
 * The paths of the recorder, libfxtrace.so, and of the other parts, and the
 * variable that loads the recorder into programs.
 */
#ifndef TOOLS_ELF_LIBRARY_H
#define TOOLS_ELF_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

struct option_list;

/* Puts the recorder's absolute path first in LD_PRELOAD, and those of shims
 * behind it; other entries stay. One whose path LD_PRELOAD cannot have gets
 * another name (private.h). Dies if one cannot be found, or is no shim. */
void library_preload(const struct option_list *shims);

/* Whether the file is a shim of another library. */
bool library_is_shim(const char *path);

/* The path of a file of fxtrace that programs do not need, "api/NAME"; false
 * if it is missing. */
bool library_share(const char *name, char *path, size_t path_bytes);

/* If the program is valgrind, VALGRIND_OPTS gets a file of what it must not
 * report of the recorder. */
void library_suppress(const char *program);

/* The path of libfxtrace.so; dies if it is missing. */
void library_find(char *path, size_t path_bytes);

/* The path of the executable that has all commands; dies if it is missing. */
void library_commands(char *path, size_t path_bytes);

/* Whether an executable (/proc/PID/exe) is this one or the `fxtrace` that
 * people call, which becomes this one for some commands. */
bool library_is_command(const char *path);

#endif
