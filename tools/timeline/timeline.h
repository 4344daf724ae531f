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

/* A page that begins as a flame graph. */
struct timeline_flame {
	const char *by; /* "thread", "process" or "all" */
	bool is_by_calls, has_waiting;
};

struct timeline_options {
	const char *title; /* the archives' names */
	const char *list;  /* of functions that are shown (select.h), or NULL */
	uint64_t max_bytes;		    /* of a piece of memory */
	const struct timeline_flame *flame; /* NULL: it begins with calls */
};

/*
 * out      the page.
 * merge    opened, no call read yet.
 * sources  one for each of its archives.
 * options  all of them are borrowed until close.
 */
struct timeline *timeline_open(FILE *out, struct merge *merge,
			       struct timeline_source *sources,
			       const struct timeline_options *options);

/* Takes every call that merge_next gave, in order. part: its archive;
 * is_shown: the page has it. */
void timeline_take(struct timeline *timeline, const struct fxr_call *call,
		   size_t part, bool is_shown);

/* Calls that the page has so far. */
uint64_t timeline_n_calls(const struct timeline *timeline);

/* Writes the rest. fault: what is wrong with the archives, or NULL */
void timeline_finish(struct timeline *timeline, const char *fault);
void timeline_close(struct timeline *timeline);

#endif
