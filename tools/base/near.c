/* SPDX-License-Identifier: MIT */
/*
 * Names near another one, see near.h.
 */
#include "tools/base/near.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static size_t min_of(size_t a, size_t b)
{
	return a < b ? a : b;
}

size_t near_distance(const char *a, const char *b)
{
	size_t rows[3][NEAR_BYTES], n = strlen(b);

	if (n >= NEAR_BYTES || strlen(a) >= NEAR_BYTES)
		return SIZE_MAX;
	for (size_t j = 0; j <= n; j++)
		rows[0][j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t *row = rows[i % 3], *last = rows[(i + 2) % 3];

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			row[j] = min_of(min_of(row[j - 1], last[j]) + 1,
					last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[j] = min_of(row[j],
						rows[(i + 1) % 3][j - 2] + 1);
		}
	}
	return rows[strlen(a) % 3][n];
}

void near_try(struct near *near, const char *name)
{
	size_t distance = near_distance(near->wanted, name), n = near->n;

	if (distance == SIZE_MAX || distance * 3 > strlen(near->wanted))
		return;
	for (size_t i = 0; i < n; i++)
		if (strcmp(near->names[i], name) == 0)
			return;
	if (n == NEAR_NAMES && distance >= near->distances[n - 1])
		return;
	n = n < NEAR_NAMES ? near->n++ : n - 1;
	for (; n && near->distances[n - 1] > distance; n--) {
		near->distances[n] = near->distances[n - 1];
		memcpy(near->names[n], near->names[n - 1], NEAR_BYTES);
	}
	near->distances[n] = distance;
	strcpy(near->names[n], name);
}

void near_text(const struct near *near, const char *prefix, char *text,
	       size_t text_bytes)
{
	size_t at = 0;

	*text = '\0';
	for (unsigned i = 0; i < near->n && at < text_bytes; i++)
		at += (size_t)snprintf(text + at, text_bytes - at, "%s%s%s%s",
				       i == 0		 ? ", did you mean "
				       : i + 1 < near->n ? ", "
							 : " or ",
				       prefix, near->names[i],
				       i + 1 < near->n ? "" : "?");
}
