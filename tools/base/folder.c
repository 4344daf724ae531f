/* SPDX-License-Identifier: MIT */
/*
 * Goes to a folder link by link, see folder.h.
 */
#include "tools/base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "writer/older.h"

enum { MAX_LINKS = 40 }; /* as the kernel */

/* The way that is left to go. */
struct way {
	char rest[2 * PATH_MAX];
	int at; /* the folder that was reached */
	unsigned n_links;
};

bool folder_trusts(int folder_fd, const struct stat *st)
{
	struct stat folder;

	if (st->st_uid == geteuid() || st->st_uid == 0)
		return true;
	return fstat(folder_fd, &folder) == 0 &&
	       (!(folder.st_mode & S_IWOTH) || folder.st_uid == st->st_uid);
}

static bool is_proc(int folder_fd)
{
	struct statfs fs;

	return fstatfs(folder_fd, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
}

/* To the folder `fd`, which is taken over. */
static bool step(struct way *way, int fd)
{
	if (fd < 0)
		return false;
	if (way->at >= 0)
		close(way->at);
	way->at = fd;
	return true;
}

/* The link's text takes its place on the way. */
static bool follow(struct way *way, const char *name, int link_fd)
{
	char text[PATH_MAX], rest[PATH_MAX];
	ssize_t n;

	/* its text says nothing: the kernel knows where it leads */
	if (is_proc(way->at))
		return step(way, openat(way->at, name,
					O_PATH | O_DIRECTORY | O_CLOEXEC));
	n = readlinkat(link_fd, "", text, sizeof(text) - 1);
	if (n <= 0)
		return false;
	text[n] = '\0';
	if (strlen(way->rest) >= sizeof(rest)) {
		errno = ENAMETOOLONG;
		return false;
	}
	strcpy(rest, way->rest);
	snprintf(way->rest, sizeof(way->rest), "%s/%s", text, rest);
	return text[0] != '/' ||
	       step(way, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

static bool enter(struct way *way, const char *name)
{
	int fd = openat(way->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	bool is_done = false;
	struct stat st;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISLNK(st.st_mode)) {
		errno = ELOOP;
		if (++way->n_links <= MAX_LINKS && folder_trusts(way->at, &st))
			is_done = follow(way, name, fd);
	} else if (S_ISDIR(st.st_mode)) {
		return step(way, fd);
	} else {
		errno = ENOTDIR;
	}
	close(fd);
	return is_done;
}

/* The next name of the way, which is taken from it; "" at its end. */
static bool take_name(struct way *way, char *name, size_t name_bytes)
{
	const char *from = way->rest + strspn(way->rest, "/");
	size_t n = strcspn(from, "/");

	if (n >= name_bytes) {
		errno = ENAMETOOLONG;
		return false;
	}
	memcpy(name, from, n);
	name[n] = '\0';
	memmove(way->rest, from + n, strlen(from + n) + 1);
	return true;
}

int folder_open(const char *path, const char **base)
{
	const char *slash = strrchr(path, '/');
	struct way way = {.at = -1};
	char name[NAME_MAX + 1];
	bool is_sound;

	*base = slash ? slash + 1 : path;
	if ((size_t)(*base - path) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(way.rest, path, (size_t)(*base - path));
	is_sound = step(&way, open(path[0] == '/' ? "/" : ".",
				   O_PATH | O_DIRECTORY | O_CLOEXEC));
	while (is_sound && (is_sound = take_name(&way, name, sizeof(name))) &&
	       *name)
		is_sound = enter(&way, name);
	if (is_sound)
		return way.at;
	if (way.at >= 0)
		close(way.at);
	return -1;
}

/* Under a name of its own, until it is marked. */
static int create_marked(int folder_fd, char *name, size_t name_bytes)
{
	uint64_t number;
	int fd;

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return -1;
	snprintf(name, name_bytes, ".fxtrace-%016" PRIx64, number);
	/* a standby that takes an archive over reads it, too */
	fd = openat(folder_fd, name,
		    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0)
		fxw_older_mark(fd);
	return fd;
}

int folder_create(const char *path)
{
	char name[32];
	const char *base;
	int folder_fd = folder_open(path, &base), fd, rc, reason;

	if (folder_fd < 0)
		return -1;
	fd = create_marked(folder_fd, name, sizeof(name));
	reason = errno;
	rc = fd >= 0 ? fxw_older_rename(folder_fd, name, base) : 0;
	if (rc) {
		(void)unlinkat(folder_fd, name, 0);
		close(fd);
		fd = -1;
		reason = -rc;
	}
	close(folder_fd);
	errno = reason;
	return fd;
}

const char *folder_error(int reason)
{
	return reason == ELOOP ? "its folder is reached through another user's "
				 "link, or too many: name the folder itself"
			       : strerror(reason);
}
