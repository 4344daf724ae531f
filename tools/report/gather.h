/* SPDX-License-Identifier: MIT */
/*
 * Reads the calls of an archive and adds the selected ones to the rows of their
 * groups. All calls are read, selected or not: the time of inner calls always
 * counts against the outer one.
 */
#ifndef TOOLS_REPORT_GATHER_H
#define TOOLS_REPORT_GATHER_H

#include "tools/select/filter.h"
#include "tools/select/waiting.h"
#include "tools/report/by.h"
#include "tools/report/rows.h"

struct gather {
	/* Input: */
	const char *path;
	enum by_what what;
	const char *list; /* of functions, tools/select/select.h; NULL = all */
	const char *debug_path; /* see tools/elf/symbols.h */
	struct filter_words words;
	/* Output: */
	struct fxr_reader *reader;
	struct fxr_calls *calls; /* NULL: it was done in one pass (brief.h) */
	struct fxr_world *world;
	struct by *by;
	struct rows rows;
	uint64_t n_left_out; /* calls that are not selected */
	/* From the first event of each thread to its last one, and of that
	 * outside of calls whose duration is known: */
	uint64_t lasted_ns, program_ns;
	uint64_t n_threads;
	uint64_t n_waiting; /* selected calls of functions that wait */
	struct waiting waiting;
	struct life *lives; /* by thread; NULL: it was done in one pass */
	size_t n_lives, lives_capacity;
	struct filter *filter;
	char *meant; /* selected functions, by number */
	size_t n_meant, meant_capacity;
};

/* Opens the archive, or dies, and takes all of its calls. */
void gather_all(struct gather *gather);
/* Reports what is missing, or wrong with the archive; returns the exit
 * status. */
int gather_end(struct gather *gather);

#endif
