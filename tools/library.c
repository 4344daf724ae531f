/* SPDX-License-Identifier: MIT */
/*
 * Finds libfxtrace.so: beside this executable (a build folder), in the lib
 * folder of the prefix around it, or where it was built to be installed.
 */
#include "tools/library.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/die.h"

#ifndef FXT_PREFIX
#define FXT_PREFIX "/usr/local"
#endif

#define SEPARATORS " :" /* of LD_PRELOAD; there is no way to quote them */

static const char *const places[] = {
	"libfxtrace.so",
	"../lib/fxtrace/libfxtrace.so",
	"../lib/libfxtrace.so",
	FXT_PREFIX "/lib/fxtrace"
		   "/libfxtrace.so",
	NULL,
};

/* The folder of this executable, with a slash at the end. */
static void own_folder(char *folder, size_t folder_bytes)
{
	ssize_t n = readlink("/proc/self/exe", folder, folder_bytes - 1);
	char *slash;

	if (n < 0)
		die("/proc/self/exe: %s", strerror(errno));
	folder[n] = '\0';
	slash = strrchr(folder, '/');
	if (slash)
		slash[1] = '\0';
}

static void find(char *path)
{
	char folder[PATH_MAX], place[PATH_MAX + 64];

	own_folder(folder, sizeof(folder));
	for (size_t i = 0; places[i]; i++) {
		snprintf(place, sizeof(place), "%s%s",
			 places[i][0] == '/' ? "" : folder, places[i]);
		if (access(place, R_OK) == 0 && realpath(place, path))
			return;
	}
	die("libfxtrace.so is neither in %s nor in " FXT_PREFIX "/lib/fxtrace",
	    folder);
}

void library_find(char *path, size_t path_bytes)
{
	char found[PATH_MAX];

	find(found);
	snprintf(path, path_bytes, "%s", found);
}

/* Appends the entries of `old` that are not `path`. */
static void append_others(char *value, const char *path, const char *old)
{
	while (*(old += strspn(old, SEPARATORS))) {
		size_t n = strcspn(old, SEPARATORS);

		if (n != strlen(path) || memcmp(old, path, n) != 0) {
			strcat(value, ":");
			strncat(value, old, n);
		}
		old += n;
	}
}

void library_preload(void)
{
	const char *old = getenv("LD_PRELOAD");
	char path[PATH_MAX];
	char *value;

	find(path);
	if (path[strcspn(path, SEPARATORS)])
		die("%s: LD_PRELOAD takes no path with a space or a colon; "
		    "move fxtrace elsewhere",
		    path);
	value = malloc(strlen(path) + (old ? strlen(old) : 0) + 2);
	if (!value)
		die("out of memory");
	strcpy(value, path);
	append_others(value, path, old ? old : "");
	if (setenv("LD_PRELOAD", value, 1))
		die("LD_PRELOAD: %s", strerror(errno));
	free(value);
}
