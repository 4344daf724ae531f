/* SPDX-License-Identifier: MIT */
/*
 * Lists of globs of paths, see path_globs.h.
 */
#include "writer/path_globs.h"

#include "writer/glob.h"

static size_t glob_length(const char *glob)
{
	size_t n = 0;

	while (glob[n] && glob[n] != ',')
		n++;
	return n;
}

const char *fxw_path_globs_check(const char *list)
{
	for (;;) {
		size_t n = glob_length(list);

		if (!n)
			return "has an empty item";
		if (!list[n])
			return NULL;
		list += n + 1;
	}
}

/* Whether the glob fits the path, or its end behind a slash. */
static bool fits_end(const char *glob, size_t n_glob, const char *path,
		     size_t n)
{
	if (fxw_glob_fits(glob, n_glob, path, n))
		return true;
	if (*glob == '/' || *glob == '*')
		return false;
	for (size_t i = 0; i < n; i++)
		if (path[i] == '/' &&
		    fxw_glob_fits(glob, n_glob, path + i + 1, n - i - 1))
			return true;
	return false;
}

bool fxw_path_globs_fit(const char *list, const char *path, size_t n)
{
	for (;;) {
		size_t n_glob = glob_length(list);

		if (fits_end(list, n_glob, path, n))
			return true;
		list += n_glob;
		if (!*list++)
			return false;
	}
}

/* Removes the last component of the first n bytes. */
static size_t go_up(const char *path, size_t n)
{
	while (n && path[--n] != '/')
		;
	return n;
}

/* Moves a component to a place before it, behind a slash. */
static size_t put_component(char *path, size_t to, size_t at, size_t n)
{
	path[to++] = '/';
	for (size_t i = 0; i < n; i++) {
		__asm__("" : "+r"(i)); /* no call of memmove */
		path[to + i] = path[at + i];
	}
	return to + n;
}

size_t fxw_path_clean(char *path, size_t n)
{
	size_t to = 0, at = 0, end;

	for (; at < n; at = end) {
		while (at < n && path[at] == '/')
			at++;
		for (end = at; end < n && path[end] != '/'; end++)
			;
		if (end - at == 2 && path[at] == '.' && path[at + 1] == '.')
			to = go_up(path, to);
		else if (end > at && !(end - at == 1 && path[at] == '.'))
			to = put_component(path, to, at, end - at);
	}
	if (!to && n)
		path[to++] = '/';
	return to;
}
