/* SPDX-License-Identifier: MIT */
/*
 * A folder as the whole world: operations on files by the absolute paths of a
 * recorded program, none of which leaves the folder, whatever stands in the
 * paths or in the folder. "/" is the folder, ".." stops there, links are
 * followed as if it were the root, absolute ones too (openat2 with
 * RESOLVE_IN_ROOT). Magic links and what is mounted inside of the folder are
 * not entered (ELOOP, EXDEV). Devices and sockets are never opened.
 *
 * A file of the folder that has a further name outside (a hard link, made by
 * somebody else) is a file of the folder, and one that somebody moves out while
 * an operation goes on is where they moved it: nothing can know.
 *
 * Paths end by NUL and may hold any other bytes; those that are too long for
 * the kernel are -ENAMETOOLONG, "" is -ENOENT, relative ones are -EINVAL.
 * Set-user-id and set-group-id bits are dropped from every mode.
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
	mode_t old_umask; /* the process's, put back by close */
};

/*
 * Sets the process's umask to 0 until box_close: recorded masks are the
 * caller's to apply (mode & ~umask), since each recorded process has its own.
 * dir    a folder that exists
 * error  out: why not, with the name; also where the kernel lacks openat2
 * (older than Linux 5.6, or filtered) or /proc is not there: there is no other
 *        way that is safe
 */
bool box_open(struct box *box, const char *dir, char *error,
	      size_t error_bytes);
void box_close(struct box *box);

/*
 * Opens a file.
 * flags  of open(2). Always with O_CLOEXEC and O_NOCTTY, never with O_DIRECT
 *        (memory is not aligned as it was) or O_ASYNC; flags that are not known
 *        are left out
 * mode   with O_CREAT or O_TMPFILE
 * Returns a descriptor, or -ENXIO for what is not a regular file, a folder or a
 * FIFO (with O_PATH | O_NOFOLLOW also a link). Never blocks: the descriptor of
 * a FIFO is non-blocking, and one for writing is had without a reader, unless
 * flags have O_NONBLOCK (-ENXIO then, as recorded).
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
/* A further name `to` of `from`; follow: of what the link `from` leads to. */
int box_link(const struct box *box, const char *from, const char *to,
	     bool follow);
/* A name for a descriptor that box_file has opened, with O_TMPFILE or not. */
int box_link_file(const struct box *box, int fd, const char *to);
/* target: any text; where it leads is decided when it is followed. */
int box_symlink(const struct box *box, const char *target, const char *path);
/* Up to n bytes of the target, not ended by NUL; returns how many. */
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
