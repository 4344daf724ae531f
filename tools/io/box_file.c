/* SPDX-License-Identifier: MIT */
/*
 * Opens files of a box. An existing file is first resolved without opening it,
 * then checked, and only then opened by its descriptor. Creating can only give
 * a new file. So no device, no socket and no outside file is opened even for a
 * moment, even if another process renames files.
 */
#include "tools/io/box.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/io/inside.h"

/* As many links as the kernel follows; a name may also appear and vanish. */
#define MAX_TRIES 40

#define MODE_BITS ((mode_t)01777)
#define WAYS                                                                   \
	(O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC | O_APPEND | O_NONBLOCK |      \
	 O_SYNC | O_DSYNC | O_DIRECTORY | O_NOFOLLOW | O_NOATIME | O_PATH |    \
	 O_TMPFILE)

static int open_again(int fd, int flags)
{
	char text[INSIDE_TEXT];

	return inside_result(open(inside_again(fd, text), flags));
}

/* A writer that would wait for a reader gets one: our own, for a moment. */
static int open_fifo(int fd, int flags)
{
	int reader = -1, opened;

	if ((flags & (O_ACCMODE | O_NONBLOCK)) == O_WRONLY)
		reader = open_again(fd, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	opened = open_again(fd, flags | O_NONBLOCK);
	if (reader >= 0)
		close(reader);
	return opened;
}

/* Opens the file of O_PATH descriptor `fd`. */
static int open_found(int fd, int flags)
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	if (S_ISLNK(st.st_mode))
		return -ELOOP;
	if (S_ISDIR(st.st_mode) && flags & O_CREAT)
		return -EISDIR;
	flags &= ~(O_CREAT | O_EXCL | O_NOFOLLOW);
	if (S_ISFIFO(st.st_mode))
		return open_fifo(fd, flags);
	if (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
		return open_again(fd, flags);
	return -ENXIO;
}

static int open_path(const struct box *box, const char *path, int flags)
{
	int fd = inside_open(
		box, path,
		flags & (O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), 0);
	struct stat st;

	if (fd < 0 || (fstat(fd, &st) == 0 &&
		       (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode) ||
			S_ISFIFO(st.st_mode) || S_ISLNK(st.st_mode))))
		return fd;
	close(fd);
	return -ENXIO;
}

static int open_existing(const struct box *box, const char *path, int flags)
{
	int fd = inside_open(
		box, path,
		O_PATH | O_CLOEXEC | (flags & (O_DIRECTORY | O_NOFOLLOW)), 0);
	int opened;

	if (fd < 0)
		return fd;
	opened = open_found(fd, flags);
	close(fd);
	return opened;
}

/*
 * Replaces the name of a dangling link by its target, where the kernel creates
 * the file. Returns 0 also if it is no longer a link.
 */
static int follow_link(const struct box *box, char path[PATH_MAX])
{
	char target[PATH_MAX];
	ssize_t n = box_readlink(box, path, target, sizeof(target));
	size_t folder = (size_t)(strrchr(path, '/') + 1 - path);

	if (n < 0)
		return 0;
	if (target[0] == '/')
		folder = 0;
	if (folder + (size_t)n >= PATH_MAX)
		return -ENAMETOOLONG;
	memcpy(path + folder, target, (size_t)n);
	path[folder + (size_t)n] = '\0';
	return 0;
}

/*
 * Without O_EXCL the file may exist or not, and may appear or vanish between
 * our check and our creation.
 */
static int open_or_make(const struct box *box, char path[PATH_MAX], int flags,
			mode_t mode)
{
	for (int i = 0; i <= MAX_TRIES; i++) {
		int status;

		/* this creates nothing: the kernel returns the error */
		if (path[strlen(path) - 1] == '/')
			return inside_open(box, path, flags, mode);
		status = open_existing(box, path, flags);
		if (status != -ENOENT)
			return status;
		status = inside_open(box, path, flags | O_EXCL, mode);
		if (status != -EEXIST)
			return status;
		status = flags & O_NOFOLLOW ? 0 : follow_link(box, path);
		if (status)
			return status;
	}
	return -ELOOP;
}

int box_file(const struct box *box, const char *path, int flags, mode_t mode)
{
	char name[PATH_MAX];

	flags = (flags & WAYS) | O_CLOEXEC | O_NOCTTY;
	mode &= MODE_BITS;
	if (flags & O_PATH)
		return open_path(box, path, flags);
	if ((flags & O_TMPFILE) == O_TMPFILE)
		return inside_open(box, path, flags, mode);
	if (!(flags & O_CREAT))
		return open_existing(box, path, flags & ~O_EXCL);
	/* as of Linux 6.4; earlier kernels left a file and failed */
	if (flags & O_DIRECTORY)
		return -EINVAL;
	if (flags & O_EXCL || *path != '/')
		return inside_open(box, path, flags, mode);
	if (snprintf(name, sizeof(name), "%s", path) >= (int)sizeof(name))
		return -ENAMETOOLONG;
	return open_or_make(box, name, flags, mode);
}
