/* SPDX-License-Identifier: MIT */
/*
 * Ranges of numbers, see ranges.h.
 */
#include "tools/command/ranges.h"

#include <stddef.h>
#include <stdlib.h>

bool ranges_read(const char *text, uint64_t *first, uint64_t *last)
{
	char *end;

	*first = 0;
	*last = RANGES_END;
	if (*text != '-') {
		*first = strtoull(text, &end, 10);
		if (end == text)
			return false;
		*last = *first;
		text = end;
		if (!*text)
			return true;
		*last = RANGES_END;
	}
	if (*text++ != '-')
		return false;
	if (!*text)
		return true;
	*last = strtoull(text, &end, 10);
	return end != text && !*end && *last >= *first;
}

const char *ranges_check_frames(const char *text)
{
	uint64_t first, last;

	return ranges_read(text, &first, &last)
		       ? NULL
		       : "expected frames as 4, 2-7, 2- or -7";
}
