/* SPDX-License-Identifier: MIT */
/*
 * The folder of an archive that a process makes itself, opened so that another
 * user's link leads nowhere. The rule is the kernel's, with
 * fs.protected_symlinks on or off. Where everybody may write, a link counts
 * only if it is our own, root's, or the folder owner's.
 */
#ifndef WRITER_FOLDER_H
#define WRITER_FOLDER_H

/*
 * Opens the folder of a file (O_PATH); sys_close() closes it.
 * path   absolute, less than FXW_PATH_MAX bytes
 * base   out: the file's name in the folder, a part of `path`
 *
 * Returns the descriptor or -errno; -ELOOP: a link that is not followed. One
 * thread at a time. Makes raw system calls only, two if no link is on the way.
 */
int fxw_folder_open(const char *path, const char **base);

/* "/proc/self/fd/" and any descriptor, with the NUL */
#define FXW_DESCRIPTOR_PATH_BYTES 25u

/* The name of an open descriptor that this process has in /proc.
 * text   out: FXW_DESCRIPTOR_PATH_BYTES
 * fd     from 0 on. Any thread, any signal handler. */
void fxw_descriptor_path(char *text, int fd);

#endif
