/* SPDX-License-Identifier: MIT */
/*
 * Calls of one archive or several as one page for browsers, which needs nothing
 * else. Its own parts (page.html, page.css, *.js) are linked into the command.
 * Calls are columns (section.h), one number for each call, in the order in
 * which they began, and chunks of text (words.h).
 */
#ifndef TOOLS_TIMELINE_TIMELINE_H
#define TOOLS_TIMELINE_TIMELINE_H

#include <stdio.h>

#include "tools/archive/merge.h"
#include "tools/print/backtrace.h"

struct timeline;

/* How calls of one of the archives are shown. */
struct timeline_source {
	struct print_names names;  /* of values (print.h) */
	struct backtraces *stacks; /* calls' backtraces, or NULL */
};

/*
 * out        the page.
 * merge      opened, no call read yet; borrowed until close.
 * sources    one for each of its archives; borrowed until close.
 * max_bytes  of a piece of memory
 */
struct timeline *timeline_open(FILE *out, struct merge *merge,
			       struct timeline_source *sources,
			       uint64_t max_bytes);

/* Takes every call that merge_next gave, in order. part: its archive;
 * is_shown: the page has it. */
void timeline_take(struct timeline *timeline, const struct fxr_call *call,
		   size_t part, bool is_shown);

/* Calls that the page has so far. */
uint64_t timeline_n_calls(const struct timeline *timeline);

/* Writes the rest.
 * title  of the page: the archives' names
 * fault  what is wrong with them, or NULL */
void timeline_finish(struct timeline *timeline, const char *title,
		     const char *fault);
void timeline_close(struct timeline *timeline);

#endif
