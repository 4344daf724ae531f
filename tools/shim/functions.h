/* SPDX-License-Identifier: MIT */
/*
 * Exported functions into prototypes that the generator takes.
 */
#ifndef TOOLS_SHIM_FUNCTIONS_H
#define TOOLS_SHIM_FUNCTIONS_H

#include "tools/shim/exported.h"
#include "tools/shim/types.h"

/*
 * Puts the prototype of a function with what is known of its values, or says in
 * symbol->left_out why it cannot be wrapped.
 */
void shim_function_put(struct shim_types *types, struct shim_symbol *symbol,
		       struct fxg_buffer *out);

/* The name of a function as it is shown: demangled. */
const char *shim_function_shown(struct fxg_arena *arena, const char *symbol,
				bool has_parameters);

#endif
