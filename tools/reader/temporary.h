/* SPDX-License-Identifier: MIT */
/*
 * Temporary files.
 */
#ifndef TOOLS_READER_TEMPORARY_H
#define TOOLS_READER_TEMPORARY_H

#include <stddef.h>
#include <stdio.h>

/* A new unlinked file in $TMPDIR, /var/tmp or /tmp; -1 and errno. */
int fxr_temporary(void);
/* The same with a name, which the caller removes, into path. */
int fxr_temporary_named(char *path, size_t path_bytes);
/* One as a stream for reading and writing; NULL and errno. */
FILE *fxr_temporary_file(void);

#endif
