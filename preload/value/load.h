/* SPDX-License-Identifier: MIT */
/*
 * Scalars in memory as words.
 */
#ifndef PRELOAD_VALUE_LOAD_H
#define PRELOAD_VALUE_LOAD_H

#include <stdint.h>

#include "gen/gen.h"

/* The scalar of this type at p, widened to a word: signed types by their sign,
 * others with zeros. p need not be aligned. */
uint64_t fxp_load_scalar(const struct fxg_table *table, uint16_t type,
			 const void *p);

#endif
