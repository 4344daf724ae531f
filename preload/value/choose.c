/* SPDX-License-Identifier: MIT */
/*
 * Binary search of a case, see choose.h.
 */
#include "preload/value/choose.h"

#include "preload/value/expr.h"

uint32_t fxp_choose(const struct fxg_table *table, const struct fxg_type *type,
		    const uint64_t *slot)
{
	uint64_t value = (uint64_t)fxp_eval(table, type->count, slot);
	const struct fxg_case *cases = &table->cases[type->first];
	uint32_t low = 0, high = type->n;

	/* the first that is not less: of equal ones, the first described */
	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (cases[middle].value < value)
			low = middle + 1;
		else
			high = middle;
	}
	/* UINT64_MAX means a constant that does not exist here */
	if (low < type->n && cases[low].value == value && value != UINT64_MAX)
		return type->first + low;
	return type->first + type->n;
}
