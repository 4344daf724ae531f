/* SPDX-License-Identifier: MIT */
/*
 * Lengths of time as users write them: 10us; ns, us, ms, s.
 *
 * Pure: shared by the recorder and the tools.
 */
#ifndef WRITER_DURATION_H
#define WRITER_DURATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FXW_DURATION_MAX 1000000000u /* of its number */

/* How many ns are one of the unit that [at, end) names; 0: of none. */
static inline uint64_t fxw_unit_ns(const char *at, const char *end)
{
	size_t n = (size_t)(end - at);

	if (n == 1 && *at == 's')
		return 1000000000;
	if (n != 2 || at[1] != 's')
		return 0;
	return *at == 'n' ? 1 : *at == 'u' ? 1000 : *at == 'm' ? 1000000 : 0;
}

/* Reads all of [at, end); false: it is no length of time. */
static inline bool fxw_duration_read(const char *at, const char *end,
				     uint64_t *ns)
{
	const char *begin = at;
	uint64_t n = 0, unit;

	for (; at < end && *at >= '0' && *at <= '9'; at++) {
		if (n > FXW_DURATION_MAX)
			return false;
		n = n * 10 + (uint64_t)(*at - '0');
	}
	unit = fxw_unit_ns(at, end);
	*ns = n * unit;
	return at != begin && unit;
}

#endif
