/* SPDX-License-Identifier: MIT */
/*
 * What our tables know of the functions in an apitrace file. The file has
 * values only: what a pointer leads to is a list of numbers there, of no size.
 */
#ifndef TOOLS_CONVERT_APITRACE_KNOWN_H
#define TOOLS_CONVERT_APITRACE_KNOWN_H

#include "tools/convert/apitrace/types.h"

/* The type of a parameter that points to memory, which apitrace_types_open has
 * emitted. APITRACE_T_NONE: our tables do not have the function, or it is no
 * such parameter. */
uint32_t apitrace_known_type(struct fxr_text function, size_t param,
			     size_t n_params);

#endif
