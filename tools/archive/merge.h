/* SPDX-License-Identifier: MIT */
/*
 * Several archives as one sequence of calls, in the order of the time of day.
 * Archives of one boot of one machine have one clock. Their calls are in its
 * order, to a nanosecond. What each of them knows of the time of day is put
 * together. The calls of one machine never change places, also where its
 * clock was set back.
 */
#ifndef TOOLS_ARCHIVE_MERGE_H
#define TOOLS_ARCHIVE_MERGE_H

#include "tools/reader/calls.h"

/* One of the archives. Processes, threads and names are its own: nothing is
 * looked up by pid over archives. */
struct merge_part {
	struct fxr_world *world; /* complete */
	struct fxr_call *call;	 /* the current one */
	/* Reads the next one. False: there is none. */
	bool (*next)(struct merge_part *part);
	void *context; /* for that */
	/* Of merge_open: */
	const char *path;
	struct fxr_reader *reader;
	struct fxr_calls *calls;
	uint64_t last_ns; /* of its last event */
	/* Private: */
	bool has_call;
	uint32_t group;
	uint64_t off_ns; /* of its start, on the group's clock */
};

struct merge;

/*
 * Merges n > 0 parts whose first four members are set. Several must know the
 * time of day. A single one stays as it is, with its numbers and times.
 * parts  borrowed until merge_free
 */
struct merge *merge_of(struct merge_part *parts, size_t n);
/* NULL is nothing. */
void merge_free(struct merge *merge);

/*
 * The same of n > 0 archives, which it opens, or dies. Their progress is shown.
 * paths  borrowed; if there are several, regular files
 * how    of fxr_calls_open, for each
 */
struct merge *merge_open(char *const *paths, size_t n,
			 const struct fxr_calls_options *how);
/* Closes them, and reports faults. Returns the exit status. */
int merge_close(struct merge *merge);

size_t merge_n_parts(const struct merge *merge);
struct merge_part *merge_part(struct merge *merge, size_t i);
uint64_t merge_n_calls(const struct merge *merge);

/*
 * The next call, or NULL at the end; borrowed until the following one. Its
 * number counts all calls of the sequence; its times are since the start of its
 * own session.
 * part  which archive it is of
 */
struct fxr_call *merge_next(struct merge *merge, size_t *part);

/* ns since the earliest session's start, by the time of day; of a single
 * archive ns. */
uint64_t merge_ns(const struct merge *merge, size_t part, uint64_t ns);
/* The same of the call that merge_next gave last: they never fall. */
uint64_t merge_call_ns(const struct merge *merge);

/* What kept calls from being read, as fxr_calls_trouble; NULL: nothing. */
const char *merge_trouble(const struct merge *merge);

#endif
