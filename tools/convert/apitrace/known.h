/* SPDX-License-Identifier: MIT */
/*
 * What our tables know of the functions in an apitrace file. The file has
 * values only. Our tables say of what size a number in memory is, which way a
 * pointer's memory goes, and what is the name of an object.
 */
#ifndef TOOLS_CONVERT_APITRACE_KNOWN_H
#define TOOLS_CONVERT_APITRACE_KNOWN_H

#include "tools/convert/apitrace/types.h"
#include "tools/select/catalogue.h"

struct apitrace_known {
	uint32_t type; /* APITRACE_T_NONE: the values say it themselves */
	bool is_out;   /* only the call writes there */
};

/* The function of that name and with so many parameters, NULL: our tables do
 * not have it. */
const struct fxg_function *apitrace_known_function(struct fxr_text name,
						   size_t n_params);

/* Its category in our tables, or NULL. */
const char *apitrace_known_category(struct fxr_text name);

/* The type of a parameter. It is emitted at its first use, so do not call these
 * while an event is being made. */
struct apitrace_known apitrace_known_param(struct apitrace_types *types,
					   const struct fxg_function *function,
					   size_t param);
/* The type of its result. `any`: that of the file's values. */
uint32_t apitrace_known_result(struct apitrace_types *types,
			       const struct fxg_function *function,
			       uint32_t any);

#endif
