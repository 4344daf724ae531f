/* SPDX-License-Identifier: MIT */
/*
 * The list of functions, see select.h. Lists are short and looked up once for
 * each function, so the lookup is linear.
 */
#include "tools/select/select.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#include "writer/plain.h"

bool select_next(const char **list, char item[SELECT_ITEM_BYTES])
{
	size_t n;

	*list += strspn(*list, ", \t\n");
	if (!**list)
		return false;
	n = strcspn(*list, ", \t\n");
	memcpy(item, *list, n < SELECT_ITEM_BYTES ? n : SELECT_ITEM_BYTES - 1);
	item[n < SELECT_ITEM_BYTES ? n : SELECT_ITEM_BYTES - 1] = '\0';
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

/* Whether one of the words is meant. */
static bool is_class(const char *wanted, const char *classes)
{
	char class[64];
	size_t n;

	for (; *classes; classes += n + (classes[n] == ' ')) {
		n = strcspn(classes, " ");
		if (n >= sizeof(class))
			continue;
		memcpy(class, classes, n);
		class[n] = '\0';
		if (!fnmatch(wanted, class, 0))
			return true;
	}
	return false;
}

bool select_fits_name(const char *glob, const char *name)
{
	struct fxw_plain plain;

	if (!fnmatch(glob, name, 0))
		return true;
	for (; fxw_plainer(name, &plain); name = plain.name)
		if (!fnmatch(glob, plain.name, 0))
			return true;
	return false;
}

bool select_fits(const char *item, const struct select_function *function)
{
	item += has_sign(item);
	if (*item == '%')
		return is_category(item + 1, function->category) ||
		       (function->group &&
			!fnmatch(item + 1, function->group, 0)) ||
		       is_class(item + 1, function->classes ?: "");
	if (select_fits_name(item, function->name))
		return true;
	/* `syscall` is also every system call that it makes */
	return !strncmp(function->name, "SYS_", 4) &&
	       !fnmatch(item, "syscall", 0);
}

bool select_has(const char *list, const struct select_function *function)
{
	char item[SELECT_ITEM_BYTES];
	const char *at = list;
	bool is_change = true, is_meant;

	while (list && select_next(&at, item))
		is_change = is_change && has_sign(item);
	is_meant = is_change && function->is_default;
	for (at = list; list && select_next(&at, item);)
		if (select_fits(item, function))
			is_meant = *item != '-';
	return is_meant;
}

const char *select_check(const char *list)
{
	char item[SELECT_ITEM_BYTES];
	bool is_empty = true;

	while (select_next(&list, item)) {
		const char *rest = item + has_sign(item);

		if (!*rest || !strcmp(rest, "%"))
			return "an item without a name";
		if (strlen(item) == SELECT_ITEM_BYTES - 1)
			return "an item that is too long";
		is_empty = false;
	}
	return is_empty ? "names no function" : NULL;
}
