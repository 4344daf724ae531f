/* SPDX-License-Identifier: MIT */
/*
 * What is not to be recorded, see redact.h.
 */
#include "writer/redact.h"

#include <stddef.h>

#include "writer/bytes.h"
#include "writer/glob.h"
#include "writer/plain.h"

/* Whether the text fits the glob between two places. */
static bool has_glob(const char *from, const char *to, const char *text)
{
	return fxw_glob_fits(from, (size_t)(to - from), text, fxw_length(text));
}

/* The end of an item, and its colon, or the end if it has none. */
static const char *item_end(const char *item, const char **colon)
{
	const char *end = item;

	*colon = NULL;
	for (; *end && *end != ','; end++)
		if (*end == ':' && !*colon)
			*colon = end;
	if (!*colon)
		*colon = end;
	return end;
}

static bool is_item_letter(char c)
{
	return c == '_' || c == '*' || c == '?' || c == '.' || c == ':' ||
	       (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static const char *check_item(const char *item, const char *colon,
			      const char *end)
{
	if (item == end)
		return "has an empty item";
	if (item == colon || colon + 1 == end)
		return "has an item without function or argument";
	for (; item < end; item++)
		if (!is_item_letter(*item) || (*item == ':' && item != colon))
			return "has an item that no argument can fit";
	return NULL;
}

const char *fxw_redact_check(const char *list)
{
	for (;;) {
		const char *colon, *end = item_end(list, &colon);
		const char *wrong = check_item(list, colon, end);

		if (wrong || !*end)
			return wrong;
		list = end + 1;
	}
}

enum fxw_redact_fit fxw_redact_fits(const char *item, const char *function,
				    const char *argument)
{
	const char *colon, *end = item_end(item, &colon);

	if (!fxw_plain_fits(item, (size_t)(colon - item), function))
		return FXW_REDACT_NOTHING;
	return colon == end || has_glob(colon + 1, end, argument)
		       ? FXW_REDACT_VALUE
		       : FXW_REDACT_FUNCTION;
}

const char *fxw_redact_next(const char *item)
{
	const char *colon, *end = item_end(item, &colon);

	return *end ? end + 1 : NULL;
}

bool fxw_redact_names(const char *list, const char *function,
		      const char *argument)
{
	for (; list && *list; list = fxw_redact_next(list))
		if (fxw_redact_fits(list, function, argument) ==
		    FXW_REDACT_VALUE)
			return true;
	return false;
}
