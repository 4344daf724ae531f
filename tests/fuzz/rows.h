/* SPDX-License-Identifier: MIT */
/*
 * What writers of formats need of tools/convert/rows.c, for one archive in
 * memory. The file that includes it defines these functions.
 */
#ifndef TESTS_FUZZ_ROWS_H
#define TESTS_FUZZ_ROWS_H

#include "tools/convert/rows.h"

struct rows {
	struct fxtrace_archive *archive;
};

struct fxtrace_archive *rows_archive(const struct convert_output *output,
				     size_t at)
{
	(void)at;
	return output->rows->archive;
}

const struct fxtrace_call *rows_next(struct convert_output *output,
				     struct fxtrace_archive **archive)
{
	*archive = output->rows->archive;
	return fxtrace_next(*archive);
}

#endif
