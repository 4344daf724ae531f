/* SPDX-License-Identifier: MIT */
/*
 * The file that has the name of our archive already, see writer/older.h. By the
 * thread that starts the recorder.
 */
#ifndef PRELOAD_CONFIG_OLDER_H
#define PRELOAD_CONFIG_OLDER_H

/* Renames it. path: absolute. Returns 0: the name is free; or -errno. */
int fxp_older_keep(const char *path);

/* Removes it, if it is a file or a link. */
void fxp_older_remove(const char *path);

/* Records the name that it has now, if there was one. Once the archive is
 * there. */
void fxp_older_emit(void);

#endif
