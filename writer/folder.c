/* SPDX-License-Identifier: MIT */
/*
 * Goes to a folder, link by link where there are links, see folder.h.
 */
#include "writer/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>

#include "writer/bytes.h"
#include "writer/engine.h"
#include "writer/large.h"
#include "writer/sys.h"

#define MAX_LINKS 40u /* as the kernel */
#define WAY_BYTES (2 * FXW_PATH_MAX)
#define FOLDER (O_PATH | O_DIRECTORY | O_CLOEXEC)

/* The way that is left to go, from `at` on, and what a link puts before it. Not
 * on the stack: stacks may be small. */
static struct {
	char rest[WAY_BYTES], link[WAY_BYTES];
	size_t at;
	unsigned n_links;
} way FXW_LARGE;

/* Whether whoever has made the link in that folder may send us elsewhere. */
static __attribute__((noinline)) bool trusts(int folder_fd,
					     const struct sys_stat *link)
{
	struct sys_stat folder;

	if (link->uid == 0 || link->uid == sys_geteuid())
		return true;
	return sys_fstat(folder_fd, &folder) == 0 &&
	       (!(folder.mode & S_IWOTH) || folder.uid == link->uid);
}

/* The text of a link of /proc says nothing: the kernel knows where it leads. */
static __attribute__((noinline)) bool is_proc(int folder_fd)
{
	struct sys_statfs fs;

	return sys_fstatfs(folder_fd, &fs) == 0 && fs.type == PROC_SUPER_MAGIC;
}

/* Follows a link that is trusted: its text comes before the rest of the way.
 * Returns the folder to go on from, or -errno. */
static int follow(int folder_fd, const char *name, int link_fd)
{
	size_t n_rest = fxw_length(way.rest + way.at) + 1;
	long n;

	if (is_proc(folder_fd))
		return sys_openat(folder_fd, name, FOLDER, 0);
	n = sys_readlinkat(link_fd, "", way.link, FXW_PATH_MAX);
	if (n <= 0)
		return n ? (int)n : -ENOENT;
	if ((size_t)n + 1 + n_rest > WAY_BYTES)
		return -ENAMETOOLONG;
	way.link[n] = '/';
	fxw_copy(way.link + n + 1, way.rest + way.at, n_rest);
	fxw_copy(way.rest, way.link, (size_t)n + 1 + n_rest);
	way.at = 0;
	return sys_openat(folder_fd, way.rest[0] == '/' ? "/" : ".", FOLDER, 0);
}

/* One step. Returns the next folder, or -errno. */
static int enter(int folder_fd, const char *name)
{
	int fd =
		sys_openat(folder_fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC, 0);
	struct sys_stat st;
	int rc;

	if (fd < 0)
		return fd;
	rc = sys_fstat(fd, &st);
	if (rc == 0 && (st.mode & S_IFMT) == S_IFDIR)
		return fd;
	if (rc == 0 && (st.mode & S_IFMT) != S_IFLNK)
		rc = -ENOTDIR;
	if (rc == 0 && (++way.n_links > MAX_LINKS || !trusts(folder_fd, &st)))
		rc = -ELOOP;
	if (rc == 0)
		rc = follow(folder_fd, name, fd);
	(void)sys_close(fd);
	return rc;
}

/* The next name of the way, which is taken from it; "" at its end. */
static const char *take_name(void)
{
	char *name = way.rest + way.at, *end;

	while (*name == '/')
		name++;
	for (end = name; *end && *end != '/'; end++)
		;
	way.at = (size_t)(end - way.rest) + (*end == '/');
	*end = 0;
	return name;
}

/* The way is absolute. */
static int go_link_by_link(void)
{
	int at = sys_openat(AT_FDCWD, "/", FOLDER, 0);
	const char *name;

	way.at = way.n_links = 0;
	while (at >= 0 && *(name = take_name())) {
		int next = enter(at, name);

		(void)sys_close(at);
		at = next;
	}
	return at;
}

/* Straight, if no link is on the way of n bytes: the kernel says where it has
 * come to. (openat2 could do that alone, but valgrind does not know it.) */
static int go_straight(size_t n)
{
	char self[FXW_DESCRIPTOR_PATH_BYTES];
	int fd = sys_openat(AT_FDCWD, way.rest, FOLDER, 0);
	long n_found;

	if (fd < 0)
		return fd;
	fxw_descriptor_path(self, fd);
	n_found = sys_readlinkat(AT_FDCWD, self, way.link, FXW_PATH_MAX);
	if (n > 1) /* "/" alone keeps its slash */
		n--;
	if (n_found == (long)n && fxw_equal(way.link, way.rest, n))
		return fd;
	(void)sys_close(fd);
	return -ELOOP;
}

void fxw_descriptor_path(char *text, int fd)
{
	static const char folder[] = "/proc/self/fd/";
	unsigned n = sizeof(folder) - 1, digits = 1;

	fxw_copy(text, folder, n);
	for (int rest = fd; rest >= 10; rest /= 10)
		digits++;
	for (unsigned i = digits; i; i--, fd /= 10)
		text[n + i - 1] = (char)('0' + fd % 10);
	text[n + digits] = 0;
}

int fxw_folder_open(const char *path, const char **base)
{
	size_t n = fxw_length_max(path, FXW_PATH_MAX);
	int fd;

	if (n == FXW_PATH_MAX)
		return -ENAMETOOLONG;
	while (n && path[n - 1] != '/')
		n--;
	*base = path + n;
	fxw_copy(way.rest, path, n);
	way.rest[n] = 0;
	fd = go_straight(n);
	return fd >= 0 ? fd : go_link_by_link();
}
