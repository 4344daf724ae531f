/* SPDX-License-Identifier: MIT */
/*
 * Expressions of types (gen.h, enum fxg_x) as an archive holds them, so any
 * bytes. An expression that makes no sense, or needs an unknown value, has no
 * value.
 */
#ifndef TOOLS_READER_EXPR_H
#define TOOLS_READER_EXPR_H

#include "tools/reader/types.h"

struct fxr_names {
	const void *context;
	/* The value of a slot; false: unknown. */
	bool (*slot)(const void *context, unsigned i, int64_t *value);
	/* The integer of n_bytes at an address; NULL: none is known. */
	bool (*load)(const void *context, uint64_t address, unsigned n_bytes,
		     bool is_signed, int64_t *value);
	/* What the recorder measures, FXG_X_CALL, of n arguments; NULL: nothing
	 * is known. */
	bool (*measure)(const void *context, unsigned what, const int64_t *args,
			unsigned n, int64_t *value);
};

bool fxr_eval(struct fxr_text expr, const struct fxr_names *names,
	      int64_t *value);

/* The same over memory: slot 0 is its address. */
bool fxr_eval_memory(struct fxr_text expr, struct fxr_text memory,
		     int64_t *value);

/* The integer of at most 8 bytes at `at`, low byte first. */
uint64_t fxr_load(const void *at, size_t n_bytes, bool is_signed);

#endif
