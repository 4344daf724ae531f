/* SPDX-License-Identifier: MIT */
/*
 * Operations by name. See act.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/io/act.h"

#define PATH_BYTES (2 * PATH_MAX)

/* The path of a descriptor, relative to the box's folder; false: outside, or it
 * no longer has a name. */
static bool name_of(const struct io_stage *stage, int fd, char *to)
{
	char link[64], path[PATH_MAX];
	size_t n = strlen(stage->root);
	ssize_t n_path;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n_path = readlink(link, path, sizeof(path) - 1);
	if (n_path < 0)
		return false;
	path[n_path] = '\0';
	if (n == 1)
		n = 0; /* the root folder itself */
	if (strncmp(path, stage->root, n) != 0 || (path[n] && path[n] != '/'))
		return false;
	strcpy(to, path[n] ? path + n : "/");
	return true;
}

/* The name in the box: relative to the folder's descriptor, even if that folder
 * was renamed, else as it was written. */
static bool path_of(const struct io_stage *stage, const struct io_job *job,
		    unsigned n, char to[PATH_BYTES])
{
	const struct io_file *dir = job->dir[n];
	const char *relative = job->relative[n];
	size_t n_base;

	if (dir && dir->fd >= 0 && relative && *relative != '/' &&
	    strlen(relative) < PATH_MAX && name_of(stage, dir->fd, to)) {
		n_base = strlen(to);
		snprintf(to + n_base, PATH_BYTES - n_base, "%s%s",
			 *relative ? "/" : "", relative);
		return true;
	}
	if (!job->path[n])
		return false;
	return (size_t)snprintf(to, PATH_BYTES, "%s", job->path[n]) <
	       PATH_BYTES;
}

/* Stores the descriptor of an opened file. */
static void store_descriptor(struct io_job *job, int fd,
			     struct io_result *result)
{
	struct io_file *file = job->made[0];

	io_boxed(result, fd);
	if (fd < 0)
		return;
	if (!file || file->fd >= 0) {
		close(fd);
		return;
	}
	file->fd = fd;
	file->flags = job->flags;
}

static void open_file(struct io_stage *stage, struct io_job *job,
		      const char *path, struct io_result *result)
{
	int flags = job->flags;

	/* freopen: the stream's data is written first */
	if (job->file[0])
		io_file_flush(job->file[0]);
	if (job->act == IO_OPEN_FOLDER)
		flags = O_RDONLY | O_DIRECTORY;
	store_descriptor(job, box_file(&stage->box, path, flags, job->mode),
			 result);
}

/* An unnamed file in the box's file system. */
static void open_anonymous(struct io_stage *stage, struct io_job *job,
			   struct io_result *result)
{
	job->flags = O_RDWR;
	store_descriptor(job,
			 box_file(&stage->box, "/", O_RDWR | O_TMPFILE, 0600),
			 result);
}

static void get_status(struct io_stage *stage, const struct io_job *job,
		       const char *path, struct io_result *result)
{
	bool follow =
		job->act == IO_STAT && !(job->flags & AT_SYMLINK_NOFOLLOW);

	io_boxed(result, box_stat(&stage->box, path, follow, &result->status));
}

static void read_link(struct io_stage *stage, const char *path,
		      struct io_result *result)
{
	ssize_t n;

	result->data = calloc(1, PATH_MAX + 1);
	n = result->data
		    ? box_readlink(&stage->box, path, result->data, PATH_MAX)
		    : -ENOMEM;
	io_boxed(result, n);
}

static void real_path(struct io_stage *stage, const char *path,
		      struct io_result *result)
{
	int fd = box_file(&stage->box, path, O_PATH, 0);

	io_boxed(result, fd);
	if (fd < 0)
		return;
	result->data = calloc(1, PATH_BYTES);
	if (result->data && !name_of(stage, fd, result->data))
		result->data[0] = '\0';
	close(fd);
}

static void change_folder(struct io_stage *stage, const char *path,
			  struct io_result *result)
{
	int fd = box_file(&stage->box, path, O_PATH | O_DIRECTORY, 0);

	io_boxed(result, fd);
	if (fd >= 0)
		close(fd);
}

static void set_times(struct io_stage *stage, const struct io_job *job,
		      const char *path, struct io_result *result)
{
	bool follow =
		job->act == IO_SET_TIMES && !(job->flags & AT_SYMLINK_NOFOLLOW);

	io_boxed(result,
		 box_utimens(&stage->box, path,
			     job->has_times ? job->times : NULL, follow));
}

static void unlink_name(struct io_stage *stage, const struct io_job *job,
			const char *path, struct io_result *result)
{
	if (job->flags & AT_REMOVEDIR)
		io_boxed(result, box_rmdir(&stage->box, path));
	else
		io_boxed(result, box_unlink(&stage->box, path));
}

/* The descriptor of an unnamed file gets a name. */
static void link_name(struct io_stage *stage, const struct io_job *job,
		      const char *path, const char *to,
		      struct io_result *result)
{
	const struct io_file *file = job->file[0];

	if (!file && job->relative[0] && !*job->relative[0])
		file = job->dir[0]; /* AT_EMPTY_PATH */
	if (file)
		io_boxed(result, box_link_file(&stage->box, file->fd, to));
	else
		io_boxed(result, box_link(&stage->box, path, to,
					  job->flags & AT_SYMLINK_FOLLOW));
}

static void act_on_two(struct io_stage *stage, struct io_job *job,
		       const char *path, struct io_result *result)
{
	char to[PATH_BYTES];

	if (!path_of(stage, job, 1, to))
		result->skipped = "names that are not known in full";
	else if (job->act == IO_LINK)
		link_name(stage, job, path, to, result);
	else
		io_boxed(result,
			 box_rename(&stage->box, path, to, job->rename_flags));
}

static void act_on(struct io_stage *stage, struct io_job *job, const char *path,
		   struct io_result *result)
{
	const struct box *box = &stage->box;

	switch (job->act) {
	case IO_STAT:
	case IO_STAT_LINK:
		get_status(stage, job, path, result);
		break;
	case IO_ACCESS: /* access rights are another user's: only test existence
			 */
		io_boxed(result, box_access(box, path, F_OK, true));
		break;
	case IO_READ_LINK:
		read_link(stage, path, result);
		break;
	case IO_REAL_PATH:
		real_path(stage, path, result);
		break;
	case IO_SET_SIZE:
		io_boxed(result, box_truncate(box, path, (off_t)job->size));
		break;
	case IO_SET_MODE:
		io_boxed(result,
			 box_chmod(box, path, job->mode,
				   !(job->flags & AT_SYMLINK_NOFOLLOW)));
		break;
	case IO_SET_TIMES:
	case IO_SET_TIMES_LINK:
		set_times(stage, job, path, result);
		break;
	case IO_MAKE_FOLDER:
		io_boxed(result, box_mkdir(box, path, job->mode));
		break;
	case IO_MAKE_FIFO:
		io_boxed(result, box_mkfifo(box, path, job->mode));
		break;
	case IO_MAKE_LINK:
		io_boxed(result, box_symlink(box, job->target, path));
		break;
	case IO_UNLINK:
		unlink_name(stage, job, path, result);
		break;
	case IO_REMOVE_FOLDER:
		io_boxed(result, box_rmdir(box, path));
		break;
	case IO_REMOVE:
		io_boxed(result, box_remove(box, path));
		break;
	case IO_CHDIR:
		change_folder(stage, path, result);
		break;
	default:
		open_file(stage, job, path, result);
	}
}

bool io_act_path(struct io_stage *stage, struct io_job *job,
		 struct io_result *result)
{
	char path[PATH_BYTES];

	if (job->act == IO_ANONYMOUS) {
		open_anonymous(stage, job, result);
		return true;
	}
	if (job->is_file)
		return false;
	if (!path_of(stage, job, 0, path))
		result->skipped = "names that are not known in full";
	else if (job->act == IO_LINK || job->act == IO_RENAME)
		act_on_two(stage, job, path, result);
	else if (job->act == IO_MAKE_LINK && !job->target)
		result->skipped = "names that are not known in full";
	else
		act_on(stage, job, path, result);
	return true;
}
