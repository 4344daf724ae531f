/* SPDX-License-Identifier: MIT */
/*
 * Conversion of archives to tables with a row for each call. Such a format
 * reads archives by the library for others (tools/library/reader.h) alone, one
 * or several.
 */
#ifndef TOOLS_CONVERT_ROWS_H
#define TOOLS_CONVERT_ROWS_H

#include "tools/convert/convert.h"
#include "tools/library/reader.h"

/* The next row's call, and its archive. NULL: the end, or the output cannot be
 * written. */
const struct fxtrace_call *rows_next(struct convert_output *output,
				     struct fxtrace_archive **archive);

/* Which archive that is, of how many. */
size_t rows_at(const struct convert_output *output);
size_t rows_n(const struct convert_output *output);
struct fxtrace_archive *rows_archive(const struct convert_output *output,
				     size_t at);

/* Converts n archives. Reports errors; returns the exit status.
 * paths  where they are: the job's names, but for copies */
int rows_convert(const struct convert_job *job, char *const *paths, size_t n);

#endif
