/* SPDX-License-Identifier: MIT */
/*
 * Globs of paths, see path_list.h.
 */
#include "tools/base/path_list.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "writer/path_globs.h"

/* Whether a component of the n bytes is "." or "..". */
static bool has_dots(const char *item, size_t n)
{
	for (size_t at = 0; at < n; at++) {
		const char *from = item + at;
		size_t length = 0;

		while (at < n && item[at] != '/') {
			at++;
			length++;
		}
		if ((length == 1 && from[0] == '.') ||
		    (length == 2 && from[0] == '.' && from[1] == '.'))
			return true;
	}
	return false;
}

/* False: the item stays as it is. */
static bool resolve(const char *item, size_t n, FILE *out)
{
	char text[2 * PATH_MAX] = "";
	size_t at = 0;

	if (*item == '*' || n >= PATH_MAX || !has_dots(item, n))
		return false;
	if (*item != '/') {
		if (!getcwd(text, PATH_MAX) || strchr(text, ','))
			return false;
		at = strlen(text);
		text[at++] = '/';
	}
	memcpy(text + at, item, n);
	fwrite(text, 1, fxw_path_clean(text, at + n), out);
	return true;
}

char *path_list_resolve(const char *list)
{
	size_t n_bytes = 0;
	char *resolved;
	FILE *out = open_memstream(&resolved, &n_bytes);

	if (!out)
		die("out of memory");
	for (;;) {
		size_t n = strcspn(list, ",");

		if (!resolve(list, n, out))
			fwrite(list, 1, n, out);
		list += n;
		if (!*list)
			break;
		putc(*list++, out);
	}
	if (fclose(out))
		die("out of memory");
	return resolved;
}
