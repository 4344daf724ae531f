/* SPDX-License-Identifier: MIT */
/*
 * Names of archives: expands the pattern of FXTRACE_OUTPUT into the name of one
 * file. The recorder uses the same rules if the command has not done it.
 */
#ifndef TOOLS_ARCHIVE_OUTPUT_H
#define TOOLS_ARCHIVE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define OUTPUT_DEFAULT "%c.%p.fxt"

/*
 * The absolute form of a pattern: relative to the current directory, a trailing
 * slash completed by the default. Dies if there is no space or no current
 * directory. `pattern` NULL or "" = the default.
 */
void output_absolute(const char *pattern, char *path, size_t path_bytes);

/* Replaces %p by the pid, %c by the program's name (the last part of `program`,
 * at most 15 bytes), %% by %. False if there is no space. */
bool output_expand(const char *pattern, pid_t pid, const char *program,
		   char *path, size_t path_bytes);

/* The part of an absolute path below the current directory; the path itself if
 * it lies elsewhere. */
const char *output_below_here(const char *path);

#endif
