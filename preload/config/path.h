/* SPDX-License-Identifier: MIT */
/*
 * The path of an archive. The first process of a recording uses FXTRACE_OUTPUT
 * with %p and %c replaced, made absolute. Every other process uses the same
 * folder and name, with its pid before the suffix. An existing file is never
 * replaced: the first process's makes way (older.h). If it may not, and for
 * others, .1, .2 ... come before the suffix.
 */
#ifndef PRELOAD_CONFIG_PATH_H
#define PRELOAD_CONFIG_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/config/session.h"

#define FXP_PATH_BYTES 4096
#define FXP_OUTPUT_DEFAULT "%c.%p.fxt"

/* Decided at start, by the thread that starts the recorder. */
struct fxp_path {
	char stem[FXP_PATH_BYTES]; /* absolute, without .fxt */
	char archive[FXP_PATH_BYTES];
	bool has_suffix; /* the name ends in .fxt */
};
extern struct fxp_path fxp_path __attribute__((visibility("hidden")));

/*
 * Decides the stem. output NULL: the default; a trailing / names a folder.
 * False: too long, or there is no current folder.
 */
bool fxp_path_name(const struct fxp_session *session, const char *output,
		   uint32_t pid, const char *comm);

/* Writes the n-th name to try into fxp_path.archive. False: too long. */
bool fxp_path_try(uint32_t n);

#endif
