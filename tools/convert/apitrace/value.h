/* SPDX-License-Identifier: MIT */
/*
 * Values of an archive as apitrace has them: constants and sets of flags as
 * numbers with their names, what a pointer leads to as an array.
 */
#ifndef TOOLS_CONVERT_APITRACE_VALUE_H
#define TOOLS_CONVERT_APITRACE_VALUE_H

#include "tools/convert/apitrace/sigs.h"
#include "tools/reader/calls.h"
#include "tools/reader/number.h"

struct apitrace_values {
	const struct fxr_types *types;
	struct apitrace_sigs *sigs;
	struct backtraces *stacks; /* see tools/print/backtrace.h */
	uint64_t n_cut;	    /* values that were shortened when recorded */
	uint64_t n_unknown; /* names whose numbers the archive does not tell */
};

/*
 * Adds the value.
 * declared  the type of the parameter or member that it is of; NULL: not known
 */
void apitrace_value_put(struct apitrace_values *values,
			struct apitrace_pack *pack,
			const struct fxr_type *declared,
			const struct fxr_value *value);

#endif
