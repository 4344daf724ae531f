/* SPDX-License-Identifier: MIT */
/*
 * Which calls of an archive are shown: by outcome, duration, time, process and
 * thread, and by the text of their line. Functions are select.h's part.
 */
#ifndef TOOLS_SELECT_FILTER_H
#define TOOLS_SELECT_FILTER_H

#include <stdbool.h>

#include "tools/reader/calls.h"

/* From the command line; NULL or false = any. */
struct filter_words {
	bool is_failed;	       /* failed calls only */
	const char *min_time;  /* a duration */
	const char *since;     /* since the session's start, or of day */
	const char *until;     /* the same; calls begun before it */
	const char *processes; /* comma list of pids and globs of names */
	const char *threads;   /* the same of threads */
	const char *frames;    /* comma list of numbers and A-B, A-, -B */
	const char *paths;     /* globs of files (tools/fd/handled.h) */
	const char *pattern;   /* POSIX extended regular expression */
};

/* Whether they exclude any calls. */
bool filter_chooses(const struct filter_words *words);

/* For an option's check: NULL, or what is wrong with the text. */
const char *filter_check_time(const char *text);
const char *filter_check_moment(const char *text);
const char *filter_check_list(const char *text);
const char *filter_check_frames(const char *text);
const char *filter_check_pattern(const char *text);

struct filter;

/* Checks all of them: NULL, or what is wrong with one, whose option *name is.
 */
const char *filter_check(const struct filter_words *words, const char **name);

/* words: valid by the checks above, borrowed until close. Never NULL. */
struct filter *filter_open(const struct filter_words *words);
void filter_close(struct filter *filter);

/* What times of day in the words mean in that archive: before the functions
 * below. last_ns: of its last event. False: the archive does not know the time
 * of day, which option *name needs. */
bool filter_binds(struct filter *filter, const struct fxr_world *world,
		  uint64_t last_ns, const char **name);
/* The same, but dies. */
void filter_bind(struct filter *filter, const struct fxr_world *world,
		 uint64_t last_ns);

/* Whether the call may be shown. world is the call's; last_ns is the time of
 * the archive's last event, up to which a call without an end has lasted. */
bool filter_has(struct filter *filter, struct fxr_world *world,
		const struct fxr_call *call, uint64_t last_ns);

/* The times in the words; without them the smallest and the largest
 * possible. */
uint64_t filter_since_ns(const struct filter *filter);
uint64_t filter_until_ns(const struct filter *filter);

/* Whether calls of a thread may be shown: provider, pid and tid count. */
bool filter_has_thread(const struct filter *filter,
		       const struct fxr_world *world,
		       const struct fxr_thread *thread);

/* Whether a call's printed line may be shown; text ends with NUL. */
bool filter_has_pattern(const struct filter *filter);
bool filter_has_line(const struct filter *filter, const char *text);

#endif
