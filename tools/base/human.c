/* SPDX-License-Identifier: MIT */
/*
 * Numbers for people, see human.h.
 */
#include "tools/base/human.h"

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

struct human human_things(uint64_t n, const char *thing)
{
	struct human things;
	struct human count = human_count(n);

	snprintf(things.text, sizeof(things.text), "%.30s %.30s%s", count.text,
		 thing, n == 1 ? "" : "s");
	return things;
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
