/* SPDX-License-Identifier: MIT */
/*
 * An older file that has the name of a new one. It is kept as NAME~N, like the
 * numbered backups of cp, unless somebody still writes it.
 *
 * Who writes an archive holds a lock on it (flock). A manager holds it by its
 * descriptor, and a process by its mapping, which keeps the file open as well.
 * So the kernel ends the lock with its holder. Where a mapping holds another
 * file than its descriptor did (overlayfs), the archive's header names the
 * process.
 *
 * For the recorder and for the command. Makes raw system calls only. One thread
 * at a time, never in a signal handler.
 */
#ifndef WRITER_OLDER_H
#define WRITER_OLDER_H

#include <stddef.h>

/* A file's name with its NUL. */
#define FXW_OLDER_BYTES 256u

/* Marks a new file, before it has its name, as one that is being written. Where
 * there are no locks it stays unmarked. */
void fxw_older_mark(int fd);

/* It is complete, though copies of the descriptor may stay open. */
void fxw_older_unmark(int fd);

/*
 * Makes way for a new file: what has its name gets the next number that is
 * higher than all there are.
 * base  the name in the folder
 * kept  out: what the older file is called now, "" if there was none
 *
 * Returns 0, or -errno and nothing has changed. -EBUSY: it is being written, or
 * somebody else renames it. -EEXIST: it is neither a file nor a link. Whatever
 * the error, the new file needs another name.
 */
int fxw_older_keep(int folder_fd, const char *base, char kept[FXW_OLDER_BYTES]);

/* Renames a file, never onto another one. Returns 0 or -errno. */
int fxw_older_rename(int folder_fd, const char *from, const char *to);

/* The older file gets its name back, unless another file has it. */
void fxw_older_return(int folder_fd, const char *kept, const char *base);

#endif
