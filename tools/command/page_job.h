/* SPDX-License-Identifier: MIT */
/*
 * The page of `fxtrace timeline`, also for commands that begin with another
 * part of it.
 */
#ifndef TOOLS_COMMAND_PAGE_JOB_H
#define TOOLS_COMMAND_PAGE_JOB_H

#include "tools/command/cmd.h"
#include "tools/select/filter.h"
#include "tools/timeline/timeline.h"

/* How much memory of a value pages have if nobody says. */
#define PAGE_BLOB_BYTES 4096u

struct page_words {
	const char *output; /* NULL: NAME.html here for NAME.fxt */
	const char *title;  /* NULL: the archives' names */
	const char *calls;  /* shown ones, tools/select/select.h; NULL: all */
	const char *debug_path; /* see tools/elf/symbols.h */
	struct filter_words filter;
	uint64_t blob_max;
	const struct timeline_flame *flame; /* see timeline_options */
};

/* `output`, or if it is NULL NAME.ENDING in this folder for NAME.fxt in any
 * folder. Exits if standard input needs it. Valid until the next call. */
const char *page_output(const struct cmd *cmd, const char *output,
			const char *path, const char *ending);

/* Writes a page of the archives that the operands name. Exits if it cannot.
 * Returns the exit status. */
int page_write(const struct cmd *cmd, const struct page_words *words, int argc,
	       char **argv);

#endif
