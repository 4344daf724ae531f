/* SPDX-License-Identifier: MIT */
/*
 * Lists of numbers, see numbers.h.
 */
#include "tools/trim/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* Parses an item at the front and removes it. */
static bool take_range(const char **text, uint64_t *first, uint64_t *last)
{
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	*first = *last = strtoull(*text, &end, 10);
	if (*end == '-') {
		*last = UINT64_MAX;
		end++;
		if (isdigit((unsigned char)*end))
			*last = strtoull(end, &end, 10);
	}
	*text = end;
	return !errno && *first <= *last && (!*end || *end == ',');
}

bool numbers_are(const char *text)
{
	uint64_t first, last;

	while (take_range(&text, &first, &last))
		if (!*text++)
			return true;
	return false;
}

bool numbers_have(const char *list, uint64_t number)
{
	uint64_t first, last;

	while (take_range(&list, &first, &last)) {
		if (number >= first && number <= last)
			return true;
		if (!*list++)
			break;
	}
	return false;
}
