/* SPDX-License-Identifier: MIT */
/*
 * Looks, then opens, see regular.h.
 */
#include "tools/reader/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Whose files are made when they are read. */
static bool is_kernels(int fd)
{
	static const unsigned long magics[] = {
		PROC_SUPER_MAGIC,    SYSFS_MAGIC,      DEBUGFS_MAGIC,
		TRACEFS_MAGIC,	     SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC,
		CGROUP2_SUPER_MAGIC, BPF_FS_MAGIC,     PSTOREFS_MAGIC,
		EFIVARFS_MAGIC,
	};
	struct statfs fs;

	if (fstatfs(fd, &fs))
		return true;
	for (unsigned i = 0; i < sizeof(magics) / sizeof(magics[0]); i++)
		if ((unsigned long)fs.f_type == magics[i])
			return true;
	return false;
}

static int trouble_of(int fd, uint64_t max_bytes)
{
	struct stat st;

	if (fstat(fd, &st))
		return errno;
	if (!S_ISREG(st.st_mode) || is_kernels(fd))
		return EINVAL;
	return (uint64_t)st.st_size > max_bytes ? EFBIG : 0;
}

int regular_open(const char *path, uint64_t max_bytes)
{
	int seen = openat(AT_FDCWD, path, O_PATH | O_CLOEXEC), fd = -1, error;
	char same[32];

	if (seen < 0)
		return -1;
	error = trouble_of(seen, max_bytes);
	if (!error) {
		/* the very file that was looked at */
		snprintf(same, sizeof(same), "/proc/self/fd/%d", seen);
		fd = openat(AT_FDCWD, same,
			    O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
		error = errno;
	}
	close(seen);
	errno = error;
	return fd;
}
