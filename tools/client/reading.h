/* SPDX-License-Identifier: MIT */
/*
 * Archives as commands read them with the library for others, by its header
 * alone. Reading has no bound of memory, and shows its progress.
 */
#ifndef TOOLS_CLIENT_READING_H
#define TOOLS_CLIENT_READING_H

#include "tools/library/reader.h"
#include "tools/select/filter.h"

struct fxtrace_options reading_options(void);

/* Calls that the user has chosen: list as of select.h, or NULL. */
void reading_choose(struct fxtrace_options *how, const char *list,
		    const struct filter_words *words);

/* Dies with what is wrong with the archive. */
_Noreturn void reading_die(const char *path,
			   const struct fxtrace_archive *archive);

/* Opens the archive, or dies. A fault in it is reported at the end.
 * name: what messages call it */
struct fxtrace_archive *reading_open(const char *path, const char *name,
				     const struct fxtrace_options *how);

/* Whether something other than the archive kept its calls from being read. */
bool reading_is_in_trouble(const struct fxtrace_archive *archive);

/* Reports what is wrong with the archive; returns the exit status. */
int reading_close(const char *path, struct fxtrace_archive *archive);

#endif
