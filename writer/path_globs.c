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
