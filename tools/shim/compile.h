/* SPDX-License-Identifier: MIT */
/*
 * The C compiler of the machine, and the folder that it works in.
 */
#ifndef TOOLS_SHIM_COMPILE_H
#define TOOLS_SHIM_COMPILE_H

#include <stdbool.h>

#include "gen/memory.h"

/* A folder of our own that goes when the process ends; keep: that one, made if
 * need be, which stays. */
const char *shim_folder(struct fxg_arena *arena, const char *keep);

/* Where the sources are that every shim is made of. Dies if nowhere. */
const char *shim_sources(struct fxg_arena *arena);

/* Runs $CC, or cc, with these arguments, ended by NULL; stdout goes to a file
 * if one is named. Dies if there is no compiler. Returns whether it succeeded;
 * if not, what it said stands on stderr. */
bool shim_compile(struct fxg_arena *arena, const char *folder,
		  const char *const *arguments);

/* Words separated by spaces, behind the n that are there. Returns how many are
 * there then. */
size_t shim_words(struct fxg_arena *arena, const char *text, const char **words,
		  size_t n, size_t space);

/* Writes a file whole. Dies if that cannot be. */
void shim_write(const char *path, const char *text, size_t n_bytes);
/* Reads a file whole; NUL behind it. Dies if that cannot be. */
char *shim_read(struct fxg_arena *arena, const char *path, size_t *n_bytes);

#endif
