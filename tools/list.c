/* SPDX-License-Identifier: MIT */
/*
 * Judges a list of calls, see list.h.
 */
#include "tools/list.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

const char *list_check(const char *text)
{
	for (;;) {
		size_t n = strcspn(text, ",");

		if (*text == '+' || *text == '-')
			text++, n--;
		if (*text == '%')
			text++, n--;
		if (n == 0)
			return "an item is empty";
		for (; n; n--, text++)
			if (isspace((unsigned char)*text) ||
			    strchr("+-%", *text))
				return "an item is no name that a function or "
				       "category can have";
		if (!*text++)
			return NULL;
	}
}
