/* SPDX-License-Identifier: MIT */
/*
 * See lines.h.
 */
#include "tools/browse/lines.h"

#include <string.h>

#include "tools/reader/memory.h"

void lines_take(struct lines *lines, struct pen *pen)
{
	struct fxr_text text = pen_take(pen);

	lines->text.n_bytes = 0;
	pen_bytes(&lines->text, text.bytes, text.n_bytes);
	lines->n = 0;
	for (size_t at = 0; at < text.n_bytes;) {
		const char *end =
			memchr(text.bytes + at, '\n', text.n_bytes - at);

		lines->begins = fxr_grow(lines->begins, &lines->capacity,
					 lines->n + 2, sizeof(size_t));
		lines->begins[lines->n++] = at;
		at = end ? (size_t)(end - text.bytes) + 1 : text.n_bytes;
		lines->begins[lines->n] = at;
	}
}

struct fxr_text lines_at(const struct lines *lines, size_t line)
{
	size_t from = lines->begins[line], to = lines->begins[line + 1];

	if (to > from && lines->text.bytes[to - 1] == '\n')
		to--;
	return fxr_text(lines->text.bytes + from, to - from);
}

void lines_fini(struct lines *lines)
{
	pen_fini(&lines->text);
	fxr_free(lines->begins);
	*lines = (struct lines){0};
}
