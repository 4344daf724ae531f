/* SPDX-License-Identifier: MIT */
/*
 * The tick rate of a log. The header has the runtime's assumption, the
 * processor's highest frequency, which is often wrong. Each block has the time
 * of day of its beginning.
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
 * is_fitted  out: the blocks give another rate, and the result is theirs
 * Never 0.
 */
uint64_t xray_rate(uint64_t said, const struct xray_moment *moments, size_t n,
		   bool *is_fitted);

#endif
