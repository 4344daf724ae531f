/* SPDX-License-Identifier: MIT */
/*
 * An archive's calls as one page for browsers, which needs nothing else. Its
 * own parts (page.html, page.css, *.js) are linked into the command. Calls are
 * columns (section.h), one number for each call, in the order in which they
 * began, and chunks of text (words.h).
 */
#ifndef TOOLS_TIMELINE_TIMELINE_H
#define TOOLS_TIMELINE_TIMELINE_H

#include <stdio.h>

#include "tools/print/backtrace.h"

struct timeline;

/*
 * out        the page
 * calls      opened, nothing read yet; borrowed until close.
 * names      names of values (print.h), or NULL
 * stacks     calls' backtraces, or NULL
 * max_bytes  of a piece of memory
 */
struct timeline *timeline_open(FILE *out, struct fxr_calls *calls,
			       struct print_names *names,
			       struct backtraces *stacks, uint64_t max_bytes);

/* Takes every call that was read, in order. is_shown: the page has it. */
void timeline_take(struct timeline *timeline, const struct fxr_call *call,
		   bool is_shown);

/* Calls that the page has so far. */
uint64_t timeline_n_calls(const struct timeline *timeline);

/* Writes the rest.
 * title  of the page: the archive's name
 * fault  what is wrong with it, or NULL */
void timeline_finish(struct timeline *timeline, const char *title,
		     const char *fault);
void timeline_close(struct timeline *timeline);

#endif
