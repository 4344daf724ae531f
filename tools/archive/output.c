/* SPDX-License-Identifier: MIT */
/*
 * Names of archives, see output.h.
 */
#include "tools/archive/output.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"

enum { MAX_COMM_BYTES = 15 };

void output_absolute(const char *pattern, char *path, size_t path_bytes)
{
	char folder[PATH_MAX] = "";
	const char *rest = "";
	size_t n;

	if (!pattern || !*pattern)
		pattern = OUTPUT_DEFAULT;
	n = strlen(pattern);
	if (pattern[n - 1] == '/')
		rest = OUTPUT_DEFAULT;
	if (pattern[0] != '/' && !getcwd(folder, sizeof(folder)))
		die("the current directory: %s", strerror(errno));
	/* "/" itself needs no second slash; a percent sign in the directory is
	 * literal */
	n = 0;
	for (const char *from = folder; *from && n + 2 < path_bytes; from++) {
		if (*from == '%')
			path[n++] = '%';
		path[n++] = *from;
	}
	if (n > 1)
		path[n++] = '/';
	if (n >= path_bytes ||
	    (size_t)snprintf(path + n, path_bytes - n, "%s%s", pattern, rest) >=
		    path_bytes - n)
		die("%s: the name is too long", pattern);
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool output_expand(const char *pattern, pid_t pid, const char *program,
		   char *path, size_t path_bytes)
{
	char number[16];
	size_t n = 0;

	snprintf(number, sizeof(number), "%d", pid);
	for (; *pattern; pattern++) {
		char plain[2] = {*pattern, '\0'};
		const char *text = plain;
		size_t n_text;

		if (pattern[0] == '%' && pattern[1] == 'p') {
			text = number;
			pattern++;
		} else if (pattern[0] == '%' && pattern[1] == 'c') {
			text = last_part(program);
			pattern++;
		} else if (pattern[0] == '%' && pattern[1] == '%') {
			pattern++;
		}
		n_text = strnlen(text, MAX_COMM_BYTES);
		if (n_text >= path_bytes - n)
			return false;
		memcpy(path + n, text, n_text);
		n += n_text;
	}
	path[n] = '\0';
	return true;
}

const char *output_below_here(const char *path)
{
	char here[PATH_MAX];
	size_t n = getcwd(here, sizeof(here)) ? strlen(here) : 0;

	return n > 1 && strncmp(path, here, n) == 0 && path[n] == '/'
		       ? path + n + 1
		       : path;
}
