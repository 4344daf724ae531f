/* SPDX-License-Identifier: MIT */
/*
 * Folders to write to, opened so that another user's link leads nowhere. The
 * rule is the kernel's, with fs.protected_symlinks on or off. Where everybody
 * may write, a link counts only if it is the caller's own, root's, or the
 * folder owner's.
 */
#ifndef TOOLS_BASE_FOLDER_H
#define TOOLS_BASE_FOLDER_H

#include <stdbool.h>
#include <sys/stat.h>

/* Whether the caller trusts him who made a link or a pipe.
 * folder_fd  its folder
 * st         of itself */
bool folder_trusts(int folder_fd, const struct stat *st);

/*
 * Opens the folder of a file (O_PATH). Returns the descriptor, or -1 and
 * errno; ELOOP: a link that is not followed.
 * base  out: the file's name in the folder, a part of `path`
 */
int folder_open(const char *path, const char **base);

/* Creates a file to read and write, mode 0600, in such a folder, and marks it
 * as being written (writer/older.h). Returns the descriptor, or -1 and errno:
 * EEXIST is a link of that name, too. */
int folder_create(const char *path);

/* What an errno of folder_open means. */
const char *folder_error(int reason);

#endif
