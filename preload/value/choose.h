/* SPDX-License-Identifier: MIT */
/*
 * Values that another value gives their meaning: which of its cases a type has
 * just now (gen.h, struct fxg_case).
 */
#ifndef PRELOAD_VALUE_CHOOSE_H
#define PRELOAD_VALUE_CHOOSE_H

#include <stdint.h>

#include "gen/gen.h"

/*
 * Index of the case that the words in `slot` choose: of the cases of type, a
 * UNION with count, or the one behind them. Async-signal-safe.
 */
uint32_t fxp_choose(const struct fxg_table *table, const struct fxg_type *type,
		    const uint64_t *slot);

#endif
