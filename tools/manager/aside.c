/* SPDX-License-Identifier: MIT */
/*
 * Renames an archive, and back; see the header.
 */
#include "tools/manager/aside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#endif

int aside_choose(struct aside *aside, const char *path)
{
	const char *slash = strrchr(path, '/');
	int n_folder = slash ? (int)(slash + 1 - path) : 0;
	struct stat st;

	*aside = (struct aside){0};
	if (lstat(path, &st))
		return errno;
	if (!S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode))
		return EEXIST;
	aside->device = st.st_dev;
	aside->inode = st.st_ino;
	snprintf(aside->path, sizeof(aside->path), "%s", path);
	snprintf(aside->name, sizeof(aside->name), "%.*s.fxtrace-%d", n_folder,
		 path, (int)getpid());
	return 0;
}

static void give_back(const struct aside *aside)
{
	if (syscall(SYS_renameat2, AT_FDCWD, aside->name, AT_FDCWD, aside->path,
		    RENAME_NOREPLACE) &&
	    (errno == EINVAL || errno == ENOSYS))
		(void)rename(aside->name, aside->path);
}

void aside_settle(struct aside *aside, bool is_replaced)
{
	struct stat st;

	if (*aside->name && lstat(aside->name, &st) == 0 &&
	    st.st_dev == aside->device && st.st_ino == aside->inode) {
		if (is_replaced)
			(void)unlink(aside->name);
		else
			give_back(aside);
	}
	*aside->name = '\0';
}
