/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace replay --io DIR --prepare`: what the recording found when it began
 * (prepare.h), before its files are replayed, or without.
 */
#ifndef TOOLS_IO_IO_PREPARE_H
#define TOOLS_IO_IO_PREPARE_H

#include <stdbool.h>

/*
 * Makes it in the folder, and prints what was made. Names of which something is
 * amiss are told on standard error: the first few, or all with is_verbose.
 * Returns the exit status; dies if the archive or the folder cannot be opened.
 */
int io_prepare(const char *path, const char *dir, bool is_verbose);

#endif
