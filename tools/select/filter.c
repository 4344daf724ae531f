/* SPDX-License-Identifier: MIT */
/*
 * Conditions on single calls, see filter.h. Processes and threads are many, and
 * comparing their names takes time, so the result for each is cached.
 */
#include "tools/select/filter.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/daytime.h"
#include "tools/base/die.h"

/* ^ and $ match at the ends of lines: hexdumps have several. */
#define DAY_NS (86400 * 1000000000ll)
#define PATTERN_FLAGS (REG_EXTENDED | REG_NOSUB | REG_NEWLINE)

/* Whether the threads so far are selected: 0 unknown, 1 no, 2 yes. */
struct verdicts {
	unsigned char *at;
	size_t n;
};

struct filter {
	struct filter_words words;
	uint64_t min_ns, since_ns, until_ns;
	regex_t pattern;
	struct verdicts threads;
};

bool filter_chooses(const struct filter_words *words)
{
	return words->is_failed || words->min_time || words->since ||
	       words->until || words->processes || words->threads ||
	       words->frames || words->paths || words->pattern;
}

/* "10ms" in nanoseconds; seconds without a unit. */
static bool read_time(const char *text, uint64_t *ns)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6},  {"s", 1e9},
		     {"", 1e9}, {"m", 60e9}, {"h", 3600e9}};
	char *end;
	double number;

	/* strtod takes signs, spaces, names and hexadecimals; we do not */
	if (!isdigit((unsigned char)*text) && *text != '.')
		return false;
	if (text[0] == '0' && (text[1] | 32) == 'x')
		return false;
	number = strtod(text, &end);
	for (size_t i = 0; end != text && i < sizeof(units) / sizeof(units[0]);
	     i++) {
		if (strcmp(end, units[i].name) != 0)
			continue;
		number *= units[i].ns;
		if (!(number < 9e18))
			return false;
		*ns = (uint64_t)(number + 0.5);
		return true;
	}
	return false;
}

const char *filter_check_time(const char *text)
{
	uint64_t ns;

	return read_time(text, &ns) ? NULL
				    : "not a time (0.5, 10ms, 3us, 250ns, 2m)";
}

const char *filter_check_moment(const char *text)
{
	struct daytime time;
	uint64_t ns;

	return read_time(text, &ns) || daytime_read(text, &time)
		       ? NULL
		       : "not a time (0.5, 10ms, 2m; 16:20:00.5, "
			 "2026-11-26T16:20:00+01:00)";
}

const char *filter_check_list(const char *text)
{
	return *text && text[strspn(text, ", ")] ? NULL : "names nothing";
}

/* Parses the number at the front and removes it; without one it is `otherwise`.
 * False: it is too large. */
static bool take_number(const char **text, uint64_t otherwise, uint64_t *number)
{
	char *end;

	*number = otherwise;
	if (!isdigit((unsigned char)**text))
		return true;
	errno = 0;
	*number = strtoull(*text, &end, 10);
	*text = end;
	return !errno;
}

/* Parses "4", "2-7", "2-" or "-7" at the front and removes it. */
static bool take_range(const char **text, uint64_t *first, uint64_t *last)
{
	const char *at = *text;

	if (!take_number(text, 0, first))
		return false;
	*last = *first;
	if (**text != '-')
		return *text != at;
	++*text;
	return (at != *text - 1 || isdigit((unsigned char)**text)) &&
	       take_number(text, UINT64_MAX, last) && *last >= *first;
}

const char *filter_check_frames(const char *text)
{
	uint64_t first, last;

	for (;; text++) {
		if (!take_range(&text, &first, &last) ||
		    (*text && *text != ','))
			return "not frames (4, 2-7, 2-, -7, several between "
			       "commas)";
		if (!*text)
			return NULL;
	}
}

static bool has_frame(const struct filter *filter, const struct fxr_call *call)
{
	const char *text = filter->words.frames;
	uint64_t first, last;

	if (!text)
		return true;
	for (; call->has_frame && take_range(&text, &first, &last); text++) {
		if (call->frame >= first && call->frame <= last)
			return true;
		if (!*text)
			break;
	}
	return false;
}

const char *filter_check_pattern(const char *text)
{
	static _Thread_local char why[256];
	regex_t pattern;
	int error = regcomp(&pattern, text, PATTERN_FLAGS);

	if (!error) {
		regfree(&pattern);
		return NULL;
	}
	regerror(error, &pattern, why, sizeof(why));
	return why;
}

const char *filter_check(const struct filter_words *words, const char **name)
{
	const struct {
		const char *name, *text;
		const char *(*check)(const char *text);
	} all[] = {{"min-time", words->min_time, filter_check_time},
		   {"since", words->since, filter_check_moment},
		   {"until", words->until, filter_check_moment},
		   {"process", words->processes, filter_check_list},
		   {"thread", words->threads, filter_check_list},
		   {"frames", words->frames, filter_check_frames},
		   {"path", words->paths, filter_check_list},
		   {"grep", words->pattern, filter_check_pattern}};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		const char *wrong =
			all[i].text ? all[i].check(all[i].text) : NULL;

		if (!wrong)
			continue;
		*name = all[i].name;
		return wrong;
	}
	return NULL;
}

struct filter *filter_open(const struct filter_words *words)
{
	struct filter *filter = fxr_new(1, sizeof(*filter));

	filter->words = *words;
	filter->until_ns = UINT64_MAX;
	if (words->min_time)
		(void)read_time(words->min_time, &filter->min_ns);
	/* false: filter_bind reads it */
	if (words->since)
		(void)read_time(words->since, &filter->since_ns);
	if (words->until)
		(void)read_time(words->until, &filter->until_ns);
	if (words->pattern &&
	    regcomp(&filter->pattern, words->pattern, PATTERN_FLAGS))
		fxr_out_of_memory(); /* it has compiled before */
	return filter;
}

void filter_close(struct filter *filter)
{
	if (!filter)
		return;
	if (filter->words.pattern)
		regfree(&filter->pattern);
	fxr_free(filter->threads.at);
	fxr_free(filter);
}

/* Whether an item of the list is the id or fits the name. */
static bool list_has(const char *list, uint64_t id, const char *name)
{
	char item[256], digits[24];

	snprintf(digits, sizeof(digits), "%llu", (unsigned long long)id);
	while (*(list += strspn(list, ", "))) {
		size_t n = strcspn(list, ",");

		snprintf(item, sizeof(item), "%.*s", (int)(n < 255 ? n : 255),
			 list);
		if (strcmp(item, digits) == 0 ||
		    (*name && !fnmatch(item, name, 0)))
			return true;
		list += n;
	}
	return false;
}

bool filter_has_thread(const struct filter *filter,
		       const struct fxr_world *world,
		       const struct fxr_thread *thread)
{
	const char *list = filter->words.processes;

	/* names are copies with a NUL behind them, or empty */
	if (list && !list_has(list, thread->pid,
			      fxr_world_process_name(world, thread->provider,
						     thread->pid)
				      .bytes))
		return false;
	list = filter->words.threads;
	return !list || list_has(list, thread->tid,
				 fxr_world_thread_name(world, thread->provider,
						       thread->pid, thread->tid)
					 .bytes);
}

/* The same for a thread of the world. */
static bool is_thread_meant(struct filter *filter,
			    const struct fxr_world *world,
			    const struct fxr_thread *thread)
{
	struct verdicts *known = &filter->threads;
	size_t i = (size_t)(thread - world->threads);

	if (!filter->words.processes && !filter->words.threads)
		return true;
	if (i >= known->n)
		known->at = fxr_grow(known->at, &known->n, world->n_threads, 1);
	if (!known->at[i])
		known->at[i] = filter_has_thread(filter, world, thread) ? 2 : 1;
	return known->at[i] == 2;
}

/* Its duration, as far as known; of a jumped-to function at most. */
static uint64_t duration_ns(const struct fxr_call *call, uint64_t last_ns)
{
	uint64_t end_ns = call->has_end ? call->end_ns : 0;

	if (call->state == FXR_CALL_UNFINISHED)
		end_ns = last_ns;
	if (!fxr_is_timed(call->function, call->has_ret, call->marks))
		return 0;
	return end_ns > call->begin_ns ? end_ns - call->begin_ns : 0;
}

bool filter_has(struct filter *filter, struct fxr_world *world,
		const struct fxr_call *call, uint64_t last_ns)
{
	const struct filter_words *words = &filter->words;

	if (words->is_failed && !call->error.n_bytes)
		return false;
	if (call->begin_ns < filter->since_ns ||
	    call->begin_ns >= filter->until_ns)
		return false;
	if (words->min_time && duration_ns(call, last_ns) < filter->min_ns)
		return false;
	return has_frame(filter, call) &&
	       is_thread_meant(filter, world, call->thread);
}

/* A time of day is that of the day on which the recording began. If it is
 * earlier than that, and the recording went on to the next day, of that one. */
static int64_t add_day(const struct fxr_wall *wall, int64_t offset_ns,
		       int64_t of_day_ns, uint64_t last_ns)
{
	int64_t first = (int64_t)fxr_wall_ns(wall, 0);
	int64_t last = (int64_t)fxr_wall_ns(wall, last_ns);
	int64_t local = first > INT64_MAX - DAY_NS ? first : first + offset_ns;
	int64_t at = local - local % DAY_NS + of_day_ns - offset_ns;

	if (at < first && at <= last - DAY_NS)
		at += DAY_NS;
	return at;
}

/* ns since the session's start of a time of day. */
static uint64_t bind_time(const char *text, const struct fxr_wall *wall,
			  uint64_t last_ns)
{
	struct daytime time;
	int64_t offset_ns, at;

	(void)daytime_read(text, &time);
	offset_ns = 1000000000ll *
		    (time.has_offset ? time.offset_s : wall->utc_offset_s);
	at = time.has_date ? time.ns - offset_ns
			   : add_day(wall, offset_ns, time.ns, last_ns);
	return fxr_wall_find(wall, at < 0 ? 0 : (uint64_t)at);
}

bool filter_binds(struct filter *filter, const struct fxr_world *world,
		  uint64_t last_ns, const char **name)
{
	const struct filter_words *words = &filter->words;
	bool is_since_of_day, is_until_of_day;
	uint64_t ns;

	is_since_of_day = words->since && !read_time(words->since, &ns);
	is_until_of_day = words->until && !read_time(words->until, &ns);
	*name = is_since_of_day ? "since" : "until";
	if ((is_since_of_day || is_until_of_day) &&
	    !fxr_wall_is_known(&world->wall))
		return false;
	if (is_since_of_day)
		filter->since_ns =
			bind_time(words->since, &world->wall, last_ns);
	if (is_until_of_day)
		filter->until_ns =
			bind_time(words->until, &world->wall, last_ns);
	return true;
}

void filter_bind(struct filter *filter, const struct fxr_world *world,
		 uint64_t last_ns)
{
	const struct filter_words *words = &filter->words;
	const char *name;

	if (!filter_binds(filter, world, last_ns, &name))
		die("--%s %s: the archive does not know the time of day", name,
		    *name == 's' ? words->since : words->until);
}

uint64_t filter_since_ns(const struct filter *filter)
{
	return filter->since_ns;
}

uint64_t filter_until_ns(const struct filter *filter)
{
	return filter->until_ns;
}

bool filter_has_pattern(const struct filter *filter)
{
	return filter->words.pattern;
}

bool filter_has_line(const struct filter *filter, const char *text)
{
	return !filter->words.pattern ||
	       !regexec(&filter->pattern, text, 0, NULL, 0);
}
