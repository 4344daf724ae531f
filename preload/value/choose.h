/* SPDX-License-Identifier: MIT */
/*
 * Types that depend on another value: finds the current case of such a type
 * (gen.h, struct fxg_case).
 */
#ifndef PRELOAD_VALUE_CHOOSE_H
#define PRELOAD_VALUE_CHOOSE_H

#include <stdint.h>

#include "gen/gen.h"

/*
 * Index of the case that the words in `slot` select among the cases of type, a
 * UNION with count. The index behind them: none. Async-signal-safe.
 */
uint32_t fxp_choose(const struct fxg_table *table, const struct fxg_type *type,
		    const uint64_t *slot);

#endif
