/* SPDX-License-Identifier: MIT */
/*
 * Replaces the recorder's measures where expressions are tested without it:
 * returns what it was called for, as 1000 * the measure + its first two
 * arguments.
 */
#include "ids_gl.h"
#include "preload/runtime/upcalls.h"

int64_t fxp_gl_measure(unsigned what, const int64_t *args)
{
	return what * 1000 + args[0] * 10 + args[1];
}

static int64_t measure(const struct fxg_table *table, unsigned what,
		       const int64_t *args)
{
	(void)table;
	return fxp_gl_measure(what, args);
}

static __attribute__((constructor)) void install(void)
{
	fxp_upcalls.measure = measure;
}
