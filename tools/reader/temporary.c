/* SPDX-License-Identifier: MIT */
/*
 * Temporary files, see temporary.h.
 */
#include "tools/reader/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* In a folder; NULL or empty: in none. path: its name. */
static int make_named(const char *folder, char *path, size_t path_bytes)
{
	if (!folder || !*folder)
		return -1;
	if ((size_t)snprintf(path, path_bytes, "%s/fxtrace-XXXXXX", folder) >=
	    path_bytes) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return mkostemp(path, O_CLOEXEC);
}

int fxr_temporary_named(char *path, size_t path_bytes)
{
	const char *places[] = {getenv("TMPDIR"), "/var/tmp", "/tmp"};
	int fd = -1;

	for (size_t i = 0; i < 3 && fd < 0; i++)
		fd = make_named(places[i], path, path_bytes);
	return fd;
}

int fxr_temporary(void)
{
	const char *places[] = {getenv("TMPDIR"), "/var/tmp", "/tmp"};
	char path[4096];
	size_t i;
	int fd = -1;

	for (i = 0; i < 3 && fd < 0; i++) {
		if (!places[i] || !*places[i])
			continue;
		fd = open(places[i], O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
		if (fd >= 0)
			break;
		fd = make_named(places[i], path, sizeof(path));
		if (fd >= 0)
			unlink(path);
	}
	return fd;
}

FILE *fxr_temporary_file(void)
{
	int fd = fxr_temporary();
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w+");

	if (!file && fd >= 0)
		close(fd);
	return file;
}
