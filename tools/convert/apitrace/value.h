/* SPDX-License-Identifier: MIT */
/*
 * Values of an archive in apitrace's encoding. Constants and sets of flags are
 * numbers with their names. The target of a pointer is an array.
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
	uint64_t n_unknown; /* names whose numbers the archive does not have */
};

/*
 * Adds the value.
 * declared  the type of its parameter or member; NULL: not known
 */
void apitrace_value_put(struct apitrace_values *values,
			struct apitrace_pack *pack,
			const struct fxr_type *declared,
			const struct fxr_value *value);

#endif
