/* SPDX-License-Identifier: MIT */
/*
 * The list of functions, see select.h. Lists are short and looked up once for
 * each function, so the lookup is linear.
 */
#include "tools/select/select.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#define ITEM_BYTES 256u

/* The next item of the list, copied; false at its end. */
static bool next_item(const char **list, char *item)
{
	size_t n;

	*list += strspn(*list, ", \t\n");
	if (!**list)
		return false;
	n = strcspn(*list, ", \t\n");
	memcpy(item, *list, n < ITEM_BYTES ? n : ITEM_BYTES - 1);
	item[n < ITEM_BYTES ? n : ITEM_BYTES - 1] = '\0';
	*list += n;
	return true;
}

static bool has_sign(const char *item)
{
	return *item == '-' || *item == '+';
}

static bool is_category(const char *wanted, const char *category)
{
	size_t n = strlen(wanted);
	const char *family = strchr(category, ':');

	return !fnmatch(wanted, category, 0) ||
	       (!strncmp(wanted, category, n) && category[n] == ':') ||
	       (family && !strcmp(family + 1, wanted));
}

static bool item_has(const char *item, const struct select_function *function)
{
	item += has_sign(item);
	if (*item == '%')
		return is_category(item + 1, function->category) ||
		       (function->group &&
			!fnmatch(item + 1, function->group, 0));
	if (!fnmatch(item, function->name, 0))
		return true;
	/* `syscall` is also every system call that it makes */
	return !strncmp(function->name, "SYS_", 4) &&
	       !fnmatch(item, "syscall", 0);
}

bool select_has(const char *list, const struct select_function *function)
{
	char item[ITEM_BYTES];
	const char *at = list;
	bool is_change = true, is_meant;

	while (list && next_item(&at, item))
		is_change = is_change && has_sign(item);
	is_meant = is_change && function->is_default;
	for (at = list; list && next_item(&at, item);)
		if (item_has(item, function))
			is_meant = *item != '-';
	return is_meant;
}

const char *select_check(const char *list)
{
	char item[ITEM_BYTES];
	bool is_empty = true;

	while (next_item(&list, item)) {
		const char *rest = item + has_sign(item);

		if (!*rest || !strcmp(rest, "%"))
			return "an item without a name";
		if (strlen(item) == ITEM_BYTES - 1)
			return "an item that is too long";
		is_empty = false;
	}
	return is_empty ? "names no function" : NULL;
}
