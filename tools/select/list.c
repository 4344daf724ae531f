/* SPDX-License-Identifier: MIT */
/*
 * Checks a list of calls, see list.h.
 */
#include "tools/select/list.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static const char no_name[] =
	"an item is no name that a function or category can have";

/* Behind the character or the set of them at `at`; NULL if no name fits it. A
 * '-' may be part of a group's name, and of a set. */
static const char *after_character(const char *at)
{
	size_t n;

	if (isspace((unsigned char)*at) || strchr("+%", *at))
		return NULL;
	if (*at != '[')
		return at + 1;
	at += at[1] == '!' || at[1] == '^' ? 2 : 1;
	if (*at && *at != ',') /* a ']' right here is a member */
		at++;
	n = strcspn(at, "],");
	return at[n] == ']' ? at + n + 1 : NULL;
}

const char *list_check(const char *text)
{
	for (;;) {
		if (*text == '+' || *text == '-')
			text++;
		if (*text == '%')
			text++;
		if (!*text || *text == ',')
			return "an item is empty";
		while (*text && *text != ',') {
			text = after_character(text);
			if (!text)
				return no_name;
		}
		if (!*text++)
			return NULL;
	}
}
