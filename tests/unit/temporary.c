/* SPDX-License-Identifier: MIT */
/*
 * Temporary files: where they are, and that they leave nothing.
 */
#include "tools/reader/temporary.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tap.h"

static char folder[] = "/tmp/temporary-XXXXXX";

static void chosen(void)
{
	ok(mkdtemp(folder) != NULL);
	ok(!setenv("TMPDIR", folder, 1));
}

static unsigned n_files(void)
{
	DIR *dir = opendir(folder);
	unsigned n = 0;

	for (const struct dirent *at; dir && (at = readdir(dir));)
		n += *at->d_name != '.';
	closedir(dir);
	return n;
}

/* Whether an open file is on the same file system, in that folder. */
static bool is_in(int fd, const char *place)
{
	char link[64], path[PATH_MAX];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	path[n > 0 ? n : 0] = '\0';
	return !strncmp(path, place, strlen(place)) &&
	       path[strlen(place)] == '/';
}

static void unnamed(void)
{
	int fd;

	chosen();
	fd = fxr_temporary();
	ok(fd >= 0 && is_in(fd, folder));
	ok(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	is_u64(n_files(), 0);
	close(fd);
	rmdir(folder);
}

static void named(void)
{
	char path[PATH_MAX];
	struct stat st;
	int fd;

	chosen();
	fd = fxr_temporary_named(path, sizeof(path));
	ok(fd >= 0 && is_in(fd, folder));
	ok(!strncmp(path, folder, strlen(folder)));
	ok(!stat(path, &st) && (st.st_mode & 0777) == 0600);
	ok(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	ok(!unlink(path));
	close(fd);
	rmdir(folder);
}

static void elsewhere(void)
{
	static const char *const wrong[] = {NULL, "", "/no/such/folder"};
	const char *next = access("/var/tmp", W_OK) ? "/tmp" : "/var/tmp";

	for (unsigned i = 0; i < 3; i++) {
		char path[PATH_MAX];
		int fd, other;

		if (wrong[i])
			setenv("TMPDIR", wrong[i], 1);
		else
			unsetenv("TMPDIR");
		fd = fxr_temporary();
		other = fxr_temporary_named(path, sizeof(path));
		ok(fd >= 0 && is_in(fd, next));
		ok(other >= 0 && is_in(other, next));
		unlink(path);
		close(fd);
		close(other);
	}
}

static void too_long(void)
{
	char path[24];

	unsetenv("TMPDIR");
	is_i64(fxr_temporary_named(path, sizeof("/tmp/fxtrace-XXXXXX") - 1),
	       -1);
	ok(fxr_temporary_named(path, sizeof(path)) >= 0);
	unlink(path);
}

static const struct tap_test tests[] = {
	{"a temporary file is in TMPDIR, and has no name", unnamed},
	{"or has one, for its user alone", named},
	{"without such a folder it is in /var/tmp, else in /tmp", elsewhere},
	{"a path that does not fit is refused", too_long},
};
TAP_MAIN(tests)
