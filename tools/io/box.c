/* SPDX-License-Identifier: MIT */
/*
 * A folder as the file system root, see box.h. Operations that change a name
 * use the parent folder's descriptor and do not follow the name. Operations
 * that change a file use a descriptor of it, which was resolved inside.
 */
#include "tools/io/box.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "tools/base/folder.h"
#include "tools/io/inside.h"

/* Without the set-user-id and set-group-id bits. */
#define MODE_BITS ((mode_t)01777)

static bool set_error(char *error, size_t error_bytes, const char *name,
		      const char *why)
{
	snprintf(error, error_bytes, "%s: %s", name, why);
	return false;
}

/* Whether the kernel has the calls that confine us; NULL if so. */
static const char *why_not(const struct box *box)
{
	int fd = inside_open(box, "/", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
	struct statfs fs;

	if (fd == -ENOSYS || fd == -EPERM || fd == -EINVAL || fd == -E2BIG)
		return "what keeps file operations inside of a folder is not "
		       "to be had: the system call openat2 (Linux 5.6) is "
		       "missing or forbidden";
	if (fd < 0)
		return strerror(-fd);
	close(fd);
	if (statfs("/proc/self/fd", &fs) || fs.f_type != PROC_SUPER_MAGIC)
		return "file operations inside of a folder need /proc";
	return NULL;
}

/* Not through another user's link, where everybody may write. */
static int open_folder(const char *dir)
{
	char path[PATH_MAX];
	const char *base;

	if ((size_t)snprintf(path, sizeof(path), "%s/", dir) >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return folder_open(path, &base);
}

bool box_open(struct box *box, const char *dir, char *error, size_t error_bytes)
{
	const char *why;

	box->root_fd = open_folder(dir);
	if (box->root_fd < 0)
		return set_error(error, error_bytes, dir, folder_error(errno));
	why = why_not(box);
	if (why) {
		close(box->root_fd);
		return set_error(error, error_bytes, dir, why);
	}
	box->old_umask = umask(0);
	return true;
}

void box_close(struct box *box)
{
	close(box->root_fd);
	umask(box->old_umask);
}

/* Resolves the parent of a name that is to be created or removed. other[] has
 * the kernel's errors for paths that do not end with a name. */
static int name_in(const struct box *box, const char *path,
		   struct inside_last *last, const int other[])
{
	int status = inside_parent(box, path, last);

	if (status || last->kind == INSIDE_NAME)
		return status;
	close(last->parent_fd);
	return other[last->kind];
}

static const int exists[] = {
	[INSIDE_ROOT] = -EEXIST,
	[INSIDE_DOT] = -EEXIST,
	[INSIDE_DOT_DOT] = -EEXIST,
};

static int done(struct inside_last *last, long returned)
{
	int status = inside_result(returned);

	close(last->parent_fd);
	return status;
}

int box_mkdir(const struct box *box, const char *path, mode_t mode)
{
	struct inside_last last;
	int status = name_in(box, path, &last, exists);

	if (status)
		return status;
	return done(&last,
		    mkdirat(last.parent_fd, last.name, mode & MODE_BITS));
}

int box_mkfifo(const struct box *box, const char *path, mode_t mode)
{
	struct inside_last last;
	int status = name_in(box, path, &last, exists);

	if (status)
		return status;
	return done(&last, mknodat(last.parent_fd, last.name,
				   S_IFIFO | (mode & MODE_BITS), 0));
}

int box_symlink(const struct box *box, const char *target, const char *path)
{
	struct inside_last last;
	int status = name_in(box, path, &last, exists);

	if (status)
		return status;
	return done(&last, symlinkat(target, last.parent_fd, last.name));
}

int box_rmdir(const struct box *box, const char *path)
{
	static const int other[] = {
		[INSIDE_ROOT] = -EBUSY,
		[INSIDE_DOT] = -EINVAL,
		[INSIDE_DOT_DOT] = -ENOTEMPTY,
	};
	struct inside_last last;
	int status = name_in(box, path, &last, other);

	if (status)
		return status;
	return done(&last, unlinkat(last.parent_fd, last.name, AT_REMOVEDIR));
}

int box_unlink(const struct box *box, const char *path)
{
	static const int other[] = {
		[INSIDE_ROOT] = -EISDIR,
		[INSIDE_DOT] = -EISDIR,
		[INSIDE_DOT_DOT] = -EISDIR,
	};
	struct inside_last last;
	int status = name_in(box, path, &last, other);

	if (status)
		return status;
	return done(&last, unlinkat(last.parent_fd, last.name, 0));
}

int box_remove(const struct box *box, const char *path)
{
	int status = box_unlink(box, path);

	return status == -EISDIR ? box_rmdir(box, path) : status;
}

static int rename_names(const struct inside_last *old,
			const struct inside_last *new, unsigned flags)
{
	if (old->kind != INSIDE_NAME)
		return -EBUSY;
	if (new->kind != INSIDE_NAME)
		return flags == RENAME_NOREPLACE ? -EEXIST : -EBUSY;
	return inside_result(renameat2(old->parent_fd, old->name,
				       new->parent_fd, new->name, flags));
}

int box_rename(const struct box *box, const char *from, const char *to,
	       unsigned flags)
{
	struct inside_last old, new;
	int status;

	if (flags && flags != RENAME_NOREPLACE && flags != RENAME_EXCHANGE)
		return -EINVAL;
	status = inside_parent(box, from, &old);
	if (status)
		return status;
	status = inside_parent(box, to, &new);
	if (status == 0) {
		status = rename_names(&old, &new, flags);
		close(new.parent_fd);
	}
	close(old.parent_fd);
	return status;
}

int box_link_file(const struct box *box, int fd, const char *to)
{
	struct inside_last last;
	int status = name_in(box, to, &last, exists);
	char again[INSIDE_TEXT];

	if (status)
		return status;
	return done(&last,
		    linkat(AT_FDCWD, inside_again(fd, again), last.parent_fd,
			   last.name, AT_SYMLINK_FOLLOW));
}

/* Resolves the file itself, of any type, without opening it. */
static int reach(const struct box *box, const char *path, bool follow)
{
	return inside_open(box, path,
			   O_PATH | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW), 0);
}

static int close_and_return(int fd, long returned)
{
	int status = inside_result(returned);

	close(fd);
	return status;
}

int box_link(const struct box *box, const char *from, const char *to,
	     bool follow)
{
	int fd = reach(box, from, follow);
	int status;

	if (fd < 0)
		return fd;
	status = box_link_file(box, fd, to);
	close(fd);
	return status;
}

int box_stat(const struct box *box, const char *path, bool follow,
	     struct stat *st)
{
	int fd = reach(box, path, follow);

	return fd < 0 ? fd : close_and_return(fd, fstat(fd, st));
}

ssize_t box_readlink(const struct box *box, const char *path, char *target,
		     size_t n)
{
	int fd = reach(box, path, false);
	struct stat st;

	if (fd < 0)
		return fd;
	/* for a file that is not a link, an empty name gives ENOENT */
	if (n == 0 || fstat(fd, &st) || !S_ISLNK(st.st_mode)) {
		close(fd);
		return -EINVAL;
	}
	return close_and_return(fd, readlinkat(fd, "", target, n));
}

int box_access(const struct box *box, const char *path, int mode, bool follow)
{
	int fd = reach(box, path, follow);
	char again[INSIDE_TEXT];

	return fd < 0 ? fd
		      : close_and_return(fd,
					 access(inside_again(fd, again), mode));
}

int box_chmod(const struct box *box, const char *path, mode_t mode, bool follow)
{
	int fd = reach(box, path, follow);
	char again[INSIDE_TEXT];
	struct stat st;

	if (fd < 0)
		return fd;
	/* some kernels would change its mode */
	if (fstat(fd, &st) == 0 && S_ISLNK(st.st_mode)) {
		close(fd);
		return -EOPNOTSUPP;
	}
	return close_and_return(
		fd, chmod(inside_again(fd, again), mode & MODE_BITS));
}

int box_utimens(const struct box *box, const char *path,
		const struct timespec times[2], bool follow)
{
	int fd = reach(box, path, follow);
	char again[INSIDE_TEXT];

	if (fd < 0)
		return fd;
	return close_and_return(
		fd, utimensat(AT_FDCWD, inside_again(fd, again), times, 0));
}

int box_truncate(const struct box *box, const char *path, off_t length)
{
	int fd = reach(box, path, true);
	char again[INSIDE_TEXT];

	if (fd < 0)
		return fd;
	return close_and_return(fd, truncate(inside_again(fd, again), length));
}
