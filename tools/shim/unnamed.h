/* SPDX-License-Identifier: MIT */
/*
 * Prototypes may leave out the names of parameters. Definitions may only since
 * gcc 11.
 */
#ifndef TOOLS_SHIM_UNNAMED_H
#define TOOLS_SHIM_UNNAMED_H

#include "gen/memory.h"

/*
 * Copies a list of parameters, from its parenthesis to behind its other one.
 * Those without a name get one by their number, arg1 ... What is not understood
 * stays as it is. text: all of the preprocessed C.
 */
void shim_put_named(struct fxg_buffer *out, const char *open, const char *close,
		    const char *text);

#endif
