/* SPDX-License-Identifier: MIT */
/*
 * How many ticks a log's seconds have. Its header says what the runtime takes
 * for that, the processor's highest frequency, which often is another one; each
 * block says what time it was at its beginning.
 */
#ifndef TOOLS_CONVERT_XRAY_RATE_H
#define TOOLS_CONVERT_XRAY_RATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ticks and microseconds of one moment. */
struct xray_moment {
	uint64_t ticks, us;
};

/*
 * said       the header's
 * is_fitted  out: the blocks say something else, and count
 * Never 0.
 */
uint64_t xray_rate(uint64_t said, const struct xray_moment *moments, size_t n,
		   bool *is_fitted);

#endif
