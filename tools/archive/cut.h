/* SPDX-License-Identifier: MIT */
/*
 * The newest calls of an archive as an archive.
 */
#ifndef TOOLS_ARCHIVE_CUT_H
#define TOOLS_ARCHIVE_CUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Writes all names, facts and losses, and of the calls those that began last,
 * with their ends: at most about last_bytes of their records. The memory needed
 * grows with last_bytes, not with the archive.
 * from   a whole archive, not packed
 * error  out: what is wrong with it
 * Returns false if it is no such archive. Errors of writing stay in `out`.
 */
bool cut_newest(FILE *from, uint64_t last_bytes, FILE *out, char *error,
		size_t error_bytes);

#endif
