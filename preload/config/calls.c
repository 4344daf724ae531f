/* SPDX-License-Identifier: MIT */
/*
 * The selection of calls: see calls.h. Works on slices of the list, so nothing
 * is copied. The glob matcher has one point to return to, the last star. Its
 * time is bounded by the product of the lengths, and it needs no stack.
 */
#include "preload/config/calls.h"

#include <stddef.h>

#include "writer/bytes.h"
#include "writer/plain.h"

/* Part of a string. */
struct slice {
	const char *at;
	const char *end;
};

static struct slice whole(const char *s)
{
	return (struct slice){s, s + fxw_length(s)};
}

/* The item at `at`, up to the comma or the list's end. */
static struct slice item_at(const char *at)
{
	struct slice item = {at, at};

	while (*item.end && *item.end != ',')
		item.end++;
	return item;
}

static bool is_sign(char c)
{
	return c == '+' || c == '-';
}

/* The end of the set that begins at `at`, a '[': behind its ']'. NULL: it has
 * none. A ']' right at its start is a member. */
static const char *set_end(const char *at, const char *end)
{
	at++;
	if (at < end && (*at == '!' || *at == '^'))
		at++;
	if (at < end)
		at++;
	while (at < end && *at != ']')
		at++;
	return at < end ? at + 1 : NULL;
}

/* Whether c is in the set [at, end), both brackets included. */
static bool in_set(const char *at, const char *end, char c)
{
	bool is_negated = at[1] == '!' || at[1] == '^';
	bool found = false;

	at += is_negated ? 2 : 1;
	end--;
	while (at < end) {
		if (at + 2 < end && at[1] == '-') {
			found |= *at <= c && c <= at[2];
			at += 3;
		} else {
			found |= *at == c;
			at++;
		}
	}
	return found != is_negated;
}

/* The rest of the pattern if its first element fits c; NULL if not. */
static const char *fit_one(const char *at, const char *end, char c)
{
	const char *behind;

	if (at == end)
		return NULL;
	if (*at == '?')
		return at + 1;
	if (*at != '[')
		return *at == c ? at + 1 : NULL;
	behind = set_end(at, end);
	return behind && in_set(at, behind, c) ? behind : NULL;
}

static bool fits(struct slice glob, struct slice text)
{
	const char *star = NULL, *resume = NULL, *next;

	while (text.at < text.end) {
		if (glob.at < glob.end && *glob.at == '*') {
			star = ++glob.at;
			resume = text.at;
			continue;
		}
		next = fit_one(glob.at, glob.end, *text.at);
		if (next) {
			glob.at = next;
			text.at++;
		} else if (star) {
			/* let the last star match one more */
			glob.at = star;
			text.at = ++resume;
		} else {
			return false;
		}
	}
	while (glob.at < glob.end && *glob.at == '*')
		glob.at++;
	return glob.at == glob.end;
}

/* Whether one of the words fits. */
static bool fits_class(struct slice glob, const char *classes)
{
	struct slice word = {classes, classes};

	for (; *word.at; word.at = word.end + (*word.end == ' ')) {
		for (word.end = word.at; *word.end && *word.end != ' ';)
			word.end++;
		if (fits(glob, word))
			return true;
	}
	return false;
}

/* %NAME: the category, the part of it before its colon, the group, or one of
 * the classes. */
static bool fits_category(struct slice glob, const struct fxp_names *names)
{
	struct slice text = whole(names->category), family = text;

	for (family.end = family.at; family.end < text.end; family.end++)
		if (*family.end == ':')
			break;
	return fits(glob, text) || fits(glob, family) ||
	       fits(glob, whole(names->group)) ||
	       fits_class(glob, names->classes);
}

/* `open` is also open64, and `syscall` every system call that it makes. */
static bool fits_name(struct slice glob, const char *name)
{
	static const char prefix[] = "SYS_";
	struct fxw_plain plain;
	unsigned n = 0;

	if (fits(glob, whole(name)))
		return true;
	for (const char *at = name; fxw_plainer(at, &plain); at = plain.name)
		if (fits(glob, whole(plain.name)))
			return true;
	while (prefix[n] && name[n] == prefix[n])
		n++;
	return !prefix[n] && fits(glob, whole("syscall"));
}

static bool fits_item(struct slice item, const struct fxp_names *names)
{
	if (is_sign(*item.at))
		item.at++;
	if (item.at < item.end && *item.at == '%') {
		item.at++;
		return fits_category(item, names);
	}
	return fits_name(item, names->name);
}

bool fxp_calls_fits(const char *item, const struct fxp_names *names)
{
	return fits_item(item_at(item), names);
}

static const char *check_item(struct slice item)
{
	if (item.at < item.end && is_sign(*item.at))
		item.at++;
	if (item.at < item.end && *item.at == '%')
		item.at++;
	if (item.at == item.end)
		return "has an empty item";
	while (item.at < item.end) {
		/* a group's name may contain a '-': %time-read */
		if (*item.at == '+' || *item.at == '%' || *item.at <= ' ')
			return "has an item that no function can fit";
		if (*item.at == '[') {
			item.at = set_end(item.at, item.end);
			if (!item.at)
				return "has a [ without its ]";
		} else {
			item.at++;
		}
	}
	return NULL;
}

const char *fxp_calls_check(const char *list)
{
	struct slice item = item_at(list);
	const char *reason = check_item(item);

	while (!reason && *item.end) {
		item = item_at(item.end + 1);
		reason = check_item(item);
	}
	return reason;
}

/* Whether all items have signs: then the list changes the default. */
static bool is_change(const char *list)
{
	struct slice item = item_at(list);

	while (is_sign(*item.at)) {
		if (!*item.end)
			return true;
		item = item_at(item.end + 1);
	}
	return false;
}

bool fxp_calls_match(const char *list, const struct fxp_names *names,
		     bool default_on)
{
	return fxp_calls_match_more(list, names,
				    default_on && (!list || is_change(list)));
}

bool fxp_calls_match_more(const char *list, const struct fxp_names *names,
			  bool default_on)
{
	bool is_on = default_on;
	struct slice item;

	if (!list)
		return default_on;
	for (item = item_at(list);; item = item_at(item.end + 1)) {
		if (fits_item(item, names))
			is_on = *item.at != '-';
		if (!*item.end)
			return is_on;
	}
}
