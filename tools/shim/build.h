/* SPDX-License-Identifier: MIT */
/*
 * A shim from its library to the compiled file.
 */
#ifndef TOOLS_SHIM_BUILD_H
#define TOOLS_SHIM_BUILD_H

#include "tools/shim/exported.h"

struct shim_build {
	struct fxg_arena *arena;
	/* requested; NULL: not given */
	const char *api, *debug, *calls, *keep;
	const char *const *folders; /* of headers */
	size_t n_folders;
	/* results */
	struct shim_library library;
	const char *origin; /* where the prototypes come from */
	const char *made;   /* the shim, in the folder */
	unsigned n_wrapped;
	bool is_described; /* in the generator's language */
};

/* Dies if no shim can be made. */
void shim_build(struct shim_build *build, const char *path);

/* report.c: reports on stderr what is wrapped, and what not and why. */
void shim_build_report(const struct shim_build *build, const char *output);

#endif
