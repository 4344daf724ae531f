/* SPDX-License-Identifier: MIT */
/*
 * Globs with * and ?, of texts that need not end with NUL.
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef WRITER_GLOB_H
#define WRITER_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the n bytes of text fit the n_glob bytes of the glob. It keeps one
 * point to return to, the last star: that is enough. */
static inline bool fxw_glob_fits(const char *glob, size_t n_glob,
				 const char *text, size_t n)
{
	const char *glob_end = glob + n_glob, *end = text + n;
	const char *star = NULL, *resume = NULL;

	while (text < end) {
		if (glob < glob_end && *glob == '*') {
			star = ++glob;
			resume = text;
		} else if (glob < glob_end &&
			   (*glob == '?' || *glob == *text)) {
			glob++;
			text++;
		} else if (star) {
			glob = star;
			text = ++resume;
		} else {
			return false;
		}
	}
	while (glob < glob_end && *glob == '*')
		glob++;
	return glob == glob_end;
}

#endif
