/* SPDX-License-Identifier: MIT */
/*
 * Evaluates the count, cap and condition expressions of the tables (gen.h,
 * enum fxg_x) over a call's words.
 */
#ifndef PRELOAD_VALUE_EXPR_H
#define PRELOAD_VALUE_EXPR_H

#include <stdint.h>

#include "gen/gen.h"

/*
 * Value of the expression at expr (an offset into the table's pool, not 0).
 * slot: the call's words, the return value behind the parameters. A LOAD reads
 * the program's memory without a check: only for values that the call itself
 * has read or written. Async-signal-safe. It recurses for each nested operator.
 */
int64_t fxp_eval(const struct fxg_table *table, uint16_t expr,
		 const uint64_t *slot);

#endif
