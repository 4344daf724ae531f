/* SPDX-License-Identifier: MIT */
/*
 * The generator as a part of fxtrace: a description into the C of a shim.
 */
#ifndef TOOLS_SHIM_GENERATE_H
#define TOOLS_SHIM_GENERATE_H

#include "gen/lex.h"

/* What a description says. */
struct shim_source {
	struct fxg_arena *arena;
	const char *file; /* its name, in errors */
	const char *text;
	size_t n_bytes;
	/* what it must say, or NULL: then it says it, and they are set */
	const char *api, *soname;
	unsigned n_functions;
	bool has_tail; /* some are jumped to */
};

/*
 * Writes table_, wrap_, tail_ and map_ into the folder, "shim" being their
 * second half. Returns false with *error if the description is wrong.
 */
bool shim_generate(struct shim_source *source, const char *folder,
		   struct fxg_error *error);

#endif
