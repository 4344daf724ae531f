/* SPDX-License-Identifier: MIT */
/*
 * Scalars in memory as words.
 */
#ifndef PRELOAD_VALUE_LOAD_H
#define PRELOAD_VALUE_LOAD_H

#include <stdint.h>

#include "gen/gen.h"

/* A scalar of `size` bytes at p, widened by the type's sign. */
uint64_t fxp_load_scalar(const struct fxg_table *table, uint16_t type,
			 const void *p);

#endif
