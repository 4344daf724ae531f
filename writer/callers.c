/* SPDX-License-Identifier: MIT */
/*
 * Lists of modules, see callers.h.
 */
#include "writer/callers.h"

#include "writer/bytes.h"
#include "writer/glob.h"

static const char *item_end(const char *item)
{
	while (*item && *item != ',')
		item++;
	return item;
}

static bool is_sign(char c)
{
	return c == '+' || c == '-';
}

static const char *check_item(const char *item, const char *end)
{
	if (is_sign(*item))
		item++;
	if (item == end)
		return "has an empty item";
	for (; item < end; item++)
		if (*item == '/')
			return "has an item with a folder: files go by their "
			       "name alone";
	return NULL;
}

const char *fxw_callers_check(const char *list)
{
	for (;;) {
		const char *end = item_end(list);
		const char *wrong = check_item(list, end);

		if (wrong || !*end)
			return wrong;
		list = end + 1;
	}
}

static bool is_main(const char *item, const char *end)
{
	static const char name[] = "main";

	return end - item == sizeof(name) - 1 &&
	       fxw_equal(item, name, sizeof(name) - 1);
}

bool fxw_callers_fit(const char *list, const char *name, bool is_program)
{
	bool is_chosen = *list == '-';
	size_t n = fxw_length(name);

	for (;;) {
		const char *end = item_end(list);
		bool adds = *list != '-';

		if (is_sign(*list))
			list++;
		if ((is_program && is_main(list, end)) ||
		    fxw_glob_fits(list, (size_t)(end - list), name, n))
			is_chosen = adds;
		if (!*end)
			return is_chosen;
		list = end + 1;
	}
}
