/* SPDX-License-Identifier: MIT */
/*
 * Makes way for an archive, see older.h.
 */
#include "preload/config/older.h"

#include <fcntl.h>

#include "writer/bytes.h"
#include "writer/folder.h"
#include "writer/older.h"
#include "writer/record.h"
#include "writer/sys.h"

#define NOTE "the older file of this name is now "

/* The notice, "" = there is none. */
static char note[sizeof(NOTE) + FXW_OLDER_BYTES];

int fxp_older_keep(const char *path)
{
	char *kept = note + sizeof(NOTE) - 1;
	const char *base;
	int folder_fd = fxw_folder_open(path, &base), rc;

	if (folder_fd < 0)
		return folder_fd;
	rc = fxw_older_keep(folder_fd, base, kept);
	if (rc == 0 && *kept)
		fxw_copy(note, NOTE, sizeof(NOTE) - 1);
	(void)sys_close(folder_fd);
	return rc;
}

void fxp_older_remove(const char *path)
{
	struct sys_stat st;
	const char *base;
	int folder_fd = fxw_folder_open(path, &base);

	if (folder_fd < 0)
		return;
	/* a device or a pipe is no archive */
	if (sys_fstatat(folder_fd, base, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    ((st.mode & S_IFMT) == S_IFREG || (st.mode & S_IFMT) == S_IFLNK))
		(void)sys_unlinkat(folder_fd, base, 0);
	(void)sys_close(folder_fd);
}

void fxp_older_emit(void)
{
	if (*note)
		(void)fxw_durable_notice(note);
	note[0] = 0;
}
