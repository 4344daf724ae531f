/* SPDX-License-Identifier: MIT */
/*
 * Makes a tree of the calls of an archive. A call that is not selected has no
 * node: its inner calls are below the call around it. A call without an end
 * lasts as long as the one around it, or as the recording. If no call is left
 * out, the time between the outermost calls of a thread has a node, too.
 */
#ifndef TOOLS_REPORT_GROW_H
#define TOOLS_REPORT_GROW_H

#include "tools/select/filter.h"
#include "tools/select/waiting.h"
#include "tools/report/graph.h"

enum grow_by {
	GROW_BY_THREAD,	 /* processes, and their threads */
	GROW_BY_PROCESS, /* threads of a process together */
	GROW_BY_ALL,	 /* all together */
	GROW_BY_STACK, /* processes, and their own functions on the path to each
			  call, by the recorded stacks */
};

/* For options: thread, process, all or stack; a share in per cent. The checks
 * return NULL, or what is wrong with the text. */
const char *grow_check_by(const char *text);
enum grow_by grow_by(const char *text);
const char *grow_check_percent(const char *text);
double grow_percent(const char *text);

struct grow {
	/* Input: */
	const char *path;
	const char *list; /* of functions, tools/select/select.h; NULL = all */
	struct filter_words words;
	enum grow_by by;
	const char *debug_path; /* see tools/elf/symbols.h */
	bool has_no_program;	/* no nodes for the time outside of calls */
	/* Calls that wait are not selected, unless the list names them. */
	bool leaves_waiting_out;
	/* Output: */
	struct fxr_reader *reader;
	struct fxr_calls *calls; /* NULL: it was done in one pass (brief.h) */
	struct fxr_world *world;
	struct filter *filter;
	struct graph graph;
	uint64_t n_open;		/* calls without an end */
	uint64_t n_waiting, waiting_ns; /* calls that wait and are left out */
	uint64_t n_left_out;		/* other calls */
	struct waiting waiting;
	struct span *spans; /* by thread; NULL: it was done in one pass */
	size_t n_spans, spans_capacity;
	struct backtraces *stacks; /* BY_STACK */
	struct fxr_map ways;	   /* nodes of known stacks, by their ids */
	uint64_t n_without;	   /* a stack */
};

/* Opens the archive, or dies, and takes all of its calls. */
void grow_graph(struct grow *grow);
/* Reports what is missing, or wrong with the archive; returns the exit
 * status. */
int grow_end(struct grow *grow);

#endif
