/* SPDX-License-Identifier: MIT */
/*
 * Prototypes of exported functions, in the generator's language.
 */
#ifndef TOOLS_SHIM_FUNCTIONS_H
#define TOOLS_SHIM_FUNCTIONS_H

#include "tools/shim/exported.h"
#include "tools/shim/types.h"

/*
 * Puts the prototype of a function with what is known of its values, or sets
 * symbol->left_out to the reason why it cannot be wrapped.
 */
void shim_function_put(struct shim_types *types, struct shim_symbol *symbol,
		       struct fxg_buffer *out);

/* The shown name of a function: demangled. */
const char *shim_function_shown(struct fxg_arena *arena, const char *symbol,
				bool has_parameters);

#endif
