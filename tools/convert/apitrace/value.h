/* SPDX-License-Identifier: MIT */
/*
 * Values of an archive in apitrace's encoding. Constants and sets of flags are
 * numbers with their names. The target of a pointer is an array.
 */
#ifndef TOOLS_CONVERT_APITRACE_VALUE_H
#define TOOLS_CONVERT_APITRACE_VALUE_H

#include "tools/convert/apitrace/sigs.h"

struct apitrace_values {
	struct fxtrace_archive *archive;
	struct apitrace_sigs *sigs;
	uint64_t n_cut;	    /* values that were shortened when recorded */
	uint64_t n_unknown; /* names whose numbers the archive does not have */
};

/*
 * Adds the value.
 * declared  the type of its parameter or member; NULL: not known
 */
void apitrace_value_put(struct apitrace_values *values,
			struct apitrace_pack *pack,
			const struct fxtrace_type *declared,
			const struct fxtrace_value *value);

/* The same of a group (struct fxtrace_arg), which is a struct of that type. */
void apitrace_value_put_members(struct apitrace_values *values,
				struct apitrace_pack *pack,
				const struct fxtrace_type *declared,
				const struct fxtrace_value *value);

/* Whether it is an address, null or not. */
bool apitrace_is_address(const struct fxtrace_value *value);
/* Whether it is a number, or the name of one. */
bool apitrace_number(const struct fxtrace_value *value, uint64_t *number);
static inline struct fxr_text apitrace_bytes(const struct fxtrace_value *value)
{
	return fxr_text(value->bytes, value->n_bytes);
}

#endif
