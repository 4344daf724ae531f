/* SPDX-License-Identifier: MIT */
/*
 * A folder as the file system root: operations on files by the absolute paths
 * of a recorded program. No operation leaves the folder, whatever the paths or
 * the folder contain. "/" is the folder, and ".." stops there. Links are
 * followed as if it were the root, absolute ones too (openat2 with
 * RESOLVE_IN_ROOT). Magic links and mounts inside of the folder are not entered
 * (ELOOP, EXDEV). Devices and sockets are never opened.
 *
 * A file of the folder may have another name outside (a hard link that somebody
 * else made): it is a file of the folder. A file that somebody moves out during
 * an operation is where they moved it: neither can be detected.
 *
 * Paths end by NUL and may hold any other bytes. Paths that are too long for
 * the kernel give -ENAMETOOLONG, "" gives -ENOENT, and relative ones give
 * -EINVAL. Set-user-id and set-group-id bits are dropped from every mode.
 *
 * Errors are -errno, as the kernel has them for the same call on the same tree.
 * Any thread may call these at any time, between open and close. Nothing here
 * blocks on a pipe. Not for signal handlers.
 */
#ifndef TOOLS_IO_BOX_H
#define TOOLS_IO_BOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

struct box {
	int root_fd;	  /* the folder; O_PATH */
	mode_t old_umask; /* the process's, restored by close */
};

/*
 * Sets the process's umask to 0 until box_close. The caller applies recorded
 * masks (mode & ~umask), since each recorded process has its own.
 * dir    a folder that exists.
 * error  out: the reason for false, with the name. There is no safe way without
 *        openat2 (older than Linux 5.6, or filtered) or without /proc.
 */
bool box_open(struct box *box, const char *dir, char *error,
	      size_t error_bytes);
void box_close(struct box *box);

/*
 * Opens a file.
 * flags  of open(2). Always with O_CLOEXEC and O_NOCTTY. Never with O_DIRECT
 *        (memory alignment differs) or O_ASYNC. Unknown flags are dropped.
 * mode   with O_CREAT or O_TMPFILE.
 * Returns a descriptor, or -ENXIO for what is not a regular file, a folder or a
 * FIFO. With O_PATH | O_NOFOLLOW a link is possible, too. Never blocks: the
 * descriptor of a FIFO is non-blocking. Opening one for writing succeeds
 * without a reader, unless flags have O_NONBLOCK (-ENXIO then, as recorded).
 */
int box_file(const struct box *box, const char *path, int flags, mode_t mode);

int box_mkdir(const struct box *box, const char *path, mode_t mode);
int box_mkfifo(const struct box *box, const char *path, mode_t mode);
int box_rmdir(const struct box *box, const char *path);
int box_unlink(const struct box *box, const char *path);
/* As remove(3): a file or an empty folder. */
int box_remove(const struct box *box, const char *path);

/* flags: 0, RENAME_NOREPLACE or RENAME_EXCHANGE, else -EINVAL. */
int box_rename(const struct box *box, const char *from, const char *to,
	       unsigned flags);
/* Adds a name `to` for `from`; follow: for the target if `from` is a link. */
int box_link(const struct box *box, const char *from, const char *to,
	     bool follow);
/* Adds a name for a descriptor that box_file has opened, with O_TMPFILE or
 * not. */
int box_link_file(const struct box *box, int fd, const char *to);
/* target: any text; it is resolved when the link is followed. */
int box_symlink(const struct box *box, const char *target, const char *path);
/* Up to n bytes of the target, not NUL-terminated; returns how many. */
ssize_t box_readlink(const struct box *box, const char *path, char *target,
		     size_t n);

int box_stat(const struct box *box, const char *path, bool follow,
	     struct stat *st);
/* mode: F_OK, or of R_OK, W_OK and X_OK; for the real user, as access(2). */
int box_access(const struct box *box, const char *path, int mode, bool follow);
/* A link itself has no mode: -EOPNOTSUPP. */
int box_chmod(const struct box *box, const char *path, mode_t mode,
	      bool follow);
/* times: as utimensat(2), with UTIME_NOW and UTIME_OMIT; NULL = now. */
int box_utimens(const struct box *box, const char *path,
		const struct timespec times[2], bool follow);
int box_truncate(const struct box *box, const char *path, off_t length);

#endif
