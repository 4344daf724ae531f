/* SPDX-License-Identifier: MIT */
/*
 * How much of each value is recorded. Set once at start by the configuration.
 */
#ifndef PRELOAD_RUNTIME_LIMITS_H
#define PRELOAD_RUNTIME_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gen.h"

/* Bytes of all values that are inline in one record. */
#define FXP_INLINE_MAX_BYTES (16u * 1024)

/* Limits from the configuration; set once at start. */
struct fxp_limits {
	uint64_t string_bytes, whole_string_bytes; /* latter: is_whole APIs */
	uint64_t blob_bytes;
	bool has_blob_bytes; /* set by the user: for every library */
	/* a value too large for the record is out of line: out_of_line.h */
	bool is_whole;
};
extern struct fxp_limits fxp_limits __attribute__((visibility("hidden")));

/* The limits of one string of the API, and of one blob. */
static inline uint64_t fxp_string_limit(const struct fxg_table *table)
{
	return table->is_whole ? fxp_limits.whole_string_bytes
			       : fxp_limits.string_bytes;
}

static inline uint64_t fxp_blob_limit(const struct fxg_table *table)
{
	return table->is_whole && !fxp_limits.has_blob_bytes
		       ? UINT64_MAX
		       : fxp_limits.blob_bytes;
}

#endif
