/* SPDX-License-Identifier: MIT */
/*
 * The C compiler of the machine, and the folder that it works in.
 */
#ifndef TOOLS_SHIM_COMPILE_H
#define TOOLS_SHIM_COMPILE_H

#include <stdbool.h>

#include "gen/memory.h"

/* A new folder that is removed when the process ends; keep: that one, made if
 * need be, which stays. */
const char *shim_folder(struct fxg_arena *arena, const char *keep);

/* The sources that are part of every shim. Dies if they are missing. */
const char *shim_sources(struct fxg_arena *arena);

/* Runs $CC, or cc, with these arguments, ended by NULL; stdout goes to a file
 * if one is named. Dies if there is no compiler. Returns whether it succeeded;
 * if not, its messages are on stderr. */
bool shim_compile(struct fxg_arena *arena, const char *folder,
		  const char *const *arguments);

/* Appends words separated by spaces to the n that are there. Returns the new
 * number. */
size_t shim_words(struct fxg_arena *arena, const char *text, const char **words,
		  size_t n, size_t space);

/* Writes a whole file. Dies on errors. */
void shim_write(const char *path, const char *text, size_t n_bytes);
/* Reads a whole file; NUL behind it. Dies on errors. */
char *shim_read(struct fxg_arena *arena, const char *path, size_t *n_bytes);

#endif
