/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace replay --io DIR --prepare`: creates the files that the recording
 * found when it began (prepare.h), before a replay or without one.
 */
#ifndef TOOLS_IO_IO_PREPARE_H
#define TOOLS_IO_IO_PREPARE_H

#include <stdbool.h>

/*
 * Creates them in the folder, and prints a summary. Names with problems are
 * reported on standard error: the first few, or all with is_verbose. Returns
 * the exit status; dies if the archive or the folder cannot be opened.
 */
int io_prepare(const char *path, const char *dir, bool is_verbose);

#endif
