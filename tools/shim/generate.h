/* SPDX-License-Identifier: MIT */
/*
 * The generator as a part of fxtrace: a description into the C of a shim.
 */
#ifndef TOOLS_SHIM_GENERATE_H
#define TOOLS_SHIM_GENERATE_H

#include "gen/lex.h"

/* The content of a description. */
struct shim_source {
	struct fxg_arena *arena;
	const char *file; /* its name, in errors */
	const char *text;
	size_t n_bytes;
	/* what it must contain, or NULL: then they are set from it */
	const char *api, *soname;
	unsigned n_functions;
	bool has_tail; /* some functions are jumped to */
};

/*
 * Writes table_, wrap_, tail_ and map_ into the folder, with "shim" as the
 * second half of the names. Returns false with *error if the description is
 * wrong.
 */
bool shim_generate(struct shim_source *source, const char *folder,
		   struct fxg_error *error);

#endif
