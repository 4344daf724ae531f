/* SPDX-License-Identifier: MIT */
/*
 * Numbers for people, see human.h.
 */
#include "tools/base/human.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct human human_count(uint64_t n)
{
	struct human human;
	char digits[24];
	char *to = human.text;
	int n_digits =
		snprintf(digits, sizeof(digits), "%llu", (unsigned long long)n);

	for (int i = 0; i < n_digits; i++) {
		if (i && (n_digits - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	*to = '\0';
	return human;
}

static struct human with_thing(const char *count, uint64_t n, const char *thing)
{
	struct human things;
	size_t length = strlen(thing);
	bool takes_es = (length && thing[length - 1] == 's') ||
			(length > 1 && strcmp(thing + length - 2, "ch") == 0);

	snprintf(things.text, sizeof(things.text), "%.30s %.30s%s", count,
		 thing,
		 n == 1	    ? ""
		 : takes_es ? "es"
			    : "s");
	return things;
}

struct human human_things(uint64_t n, const char *thing)
{
	return with_thing(human_count(n).text, n, thing);
}

struct human human_plain(uint64_t n, const char *thing)
{
	char count[24];

	snprintf(count, sizeof(count), "%llu", (unsigned long long)n);
	return with_thing(count, n, thing);
}

struct human human_bytes(uint64_t n_bytes)
{
	static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
	struct human human;
	double n = (double)n_bytes / 1024;
	unsigned unit = 0;

	if (n_bytes < 1024) {
		return human_things(n_bytes, "byte");
	}
	while (n >= 1024 && unit < 3) {
		n /= 1024;
		unit++;
	}
	snprintf(human.text, sizeof(human.text), n < 10 ? "%.1f %s" : "%.0f %s",
		 n, units[unit]);
	return human;
}
