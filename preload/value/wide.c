/* SPDX-License-Identifier: MIT */
/*
 * Wide strings, see wide.h.
 */
#include "preload/value/wide.h"

#include "preload/runtime/readable.h"

size_t fxp_wide_measure(struct fxp_source *s, const struct fxg_item *item,
			bool unsafe, size_t max, size_t limit, size_t *n_bytes,
			size_t *kept_bytes)
{
	const uint32_t *p = (const uint32_t *)(uintptr_t)s->slot[item->slot];
	size_t n_kept = 0, n = 0;

	for (*n_bytes = 0; n < max; n++) {
		if (unsafe && (n > fxp_limits.string_bytes ||
			       !fxp_readable(s, &p[n], sizeof(*p))))
			break;
		if (!p[n])
			break;
		*n_bytes += fxp_wide_bytes(p[n]);
		if (*n_bytes > limit)
			continue;
		*kept_bytes = *n_bytes;
		n_kept = n + 1;
	}
	return n_kept;
}
