/* SPDX-License-Identifier: MIT */
/*
 * Tables of calls, see rows.h.
 */
#include "tools/convert/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"
#include "tools/client/reading.h"
#include "tools/convert/target.h"

/* Limit of a value in pieces: a converter has one call at a time in memory. */
#define MAX_BLOB_BYTES (256u << 20)

struct rows {
	const struct convert_job *job;
	char *const *paths;
	char *calls; /* the format's choice, as changed by the user; or NULL */
	struct fxtrace_archive **archives;
	size_t n, at;		     /* at: of the latest call */
	struct fxtrace_merge *merge; /* NULL: there is one archive */
	uint64_t n_calls, n_done;    /* in all, and written */
	bool has_records; /* if these are read: that there are some */
};

static const struct fxtrace_call *next_call(struct rows *rows)
{
	return rows->merge ? fxtrace_merge_next(rows->merge, &rows->at)
			   : fxtrace_next(rows->archives[0]);
}

const struct fxtrace_call *rows_next(struct convert_output *output,
				     struct fxtrace_archive **archive)
{
	struct rows *rows = output->rows;
	const struct fxtrace_call *call = NULL;

	if (!ferror(output->out))
		call = next_call(rows);
	if (!call)
		return NULL;
	*archive = rows->archives[rows->at];
	if (++rows->n_done % 1024 == 0)
		archive_progress(NULL, rows->n_done, rows->n_calls);
	return call;
}

size_t rows_at(const struct convert_output *output)
{
	return output->rows->at;
}

size_t rows_n(const struct convert_output *output)
{
	return output->rows->n;
}

struct fxtrace_archive *rows_archive(const struct convert_output *output,
				     size_t at)
{
	return output->rows->archives[at];
}

/* The name by which the user knows it. */
static const char *name_of(const struct rows *rows, size_t i)
{
	return rows->job->n_in ? rows->job->more_in[i] : rows->job->in;
}

static bool is_shown(const struct fxtrace_record *record)
{
	return record->is_event && record->kind <= FXTRACE_EVENT_FLOW_END;
}

/* Whether records of the archive are worth a copy: it has no fault, or a call
 * or another event is before it. */
static bool has_records(const struct rows *rows)
{
	struct fxtrace_options how = reading_options();
	struct fxtrace_archive *archive;
	const struct fxtrace_record *record;
	bool has;

	how.has_records = true;
	archive = reading_open(rows->paths[0], name_of(rows, 0), &how);
	do
		record = fxtrace_next_bytes(archive);
	while (record && !is_shown(record));
	has = record || !fxtrace_error(archive)->status;
	fxtrace_close(archive);
	return has;
}

/* The format's default, as changed by the user's signs. */
static char *list_of(const struct convert_job *job)
{
	const char *calls = job->calls, *own = job->to->calls;
	char *list = NULL;

	if (!calls || !own)
		return calls || own ? strdup(calls ? calls : own) : NULL;
	if (!strchr("+-", calls[strspn(calls, ", \t\n")]))
		return strdup(calls);
	return asprintf(&list, "%s,%s", own, calls) < 0 ? NULL : list;
}

static struct fxtrace_options options_of(const struct rows *rows)
{
	const struct convert_format *to = rows->job->to;
	struct fxtrace_options how = reading_options();

	how.calls = rows->calls;
	how.path = rows->job->paths;
	how.max_value_bytes = MAX_BLOB_BYTES;
	how.is_text_only = !to->has_values;
	how.is_brief = to->is_brief;
	how.has_names = to->has_names;
	how.has_stacks = to->has_names;
	how.is_for_viewers = to->is_for_viewers;
	how.has_sorted_events = to->has_sorted_events;
	how.has_whole_flows =
		to->has_whole_flows && (rows->job->calls || rows->job->paths);
	how.has_records = to->has_records;
	return how;
}

static void merge(struct rows *rows)
{
	rows->merge = fxtrace_merge(rows->archives, rows->n);
	for (size_t i = 0; i < rows->n && !rows->merge; i++)
		if (fxtrace_error(rows->archives[i])->status)
			reading_die(name_of(rows, i), rows->archives[i]);
	if (!rows->merge)
		die("out of memory");
}

/* Or dies: this may be the end, when no output is there yet. */
static void open_archives(struct rows *rows)
{
	struct fxtrace_options how;

	rows->calls = list_of(rows->job);
	if (!rows->calls && (rows->job->calls || rows->job->to->calls))
		die("out of memory");
	how = options_of(rows);
	rows->archives = fxr_new(rows->n, sizeof(struct fxtrace_archive *));
	for (size_t i = 0; i < rows->n; i++) {
		rows->archives[i] =
			reading_open(rows->paths[i], name_of(rows, i), &how);
		rows->n_calls += fxtrace_totals(rows->archives[i])->n_calls;
	}
	if (how.has_records) {
		rows->has_records = has_records(rows);
		while (!rows->has_records &&
		       fxtrace_next_bytes(rows->archives[0]))
			; /* up to the fault, which is reported */
		return;
	}
	if (rows->n > 1)
		merge(rows);
	if (!rows->n_calls) /* faults are known at the end */
		(void)next_call(rows);
}

static bool is_in_trouble(const struct rows *rows)
{
	bool is = false;

	for (size_t i = 0; i < rows->n; i++)
		is |= reading_is_in_trouble(rows->archives[i]);
	return is;
}

/* Whether the archive has events that viewers show in addition to calls. */
static bool has_events(struct fxtrace_archive *archive)
{
	const struct fxtrace_event *event;

	fxtrace_restart_events(archive);
	do
		event = fxtrace_next_event(archive);
	while (event && event->kind > FXTRACE_EVENT_FLOW_END);
	fxtrace_restart_events(archive);
	return event;
}

/* Whether the archives, however damaged, have anything to write. */
static bool has_something(const struct rows *rows)
{
	if (is_in_trouble(rows) || rows->job->to->has_records)
		return !is_in_trouble(rows) && rows->has_records;
	return (rows->n > 1 || rows->n_calls ||
		!fxtrace_error(rows->archives[0])->status ||
		(rows->job->to->has_events && has_events(rows->archives[0])));
}

/* Says that none of the calls is one of those that the user has chosen. */
static void report_none(const struct rows *rows)
{
	const struct convert_job *job = rows->job;

	/* of several archives each has calls of its own */
	if (rows->n == 1 && rows->n_calls && !rows->n_done &&
	    (job->calls || job->paths))
		say("%s: none of the %" PRIu64 " calls is one of these",
		    job->in, rows->n_calls);
}

/* False, with an error: the format has no place for any call of the archive. */
static bool check_empty(const struct rows *rows, struct convert_output *output)
{
	const struct convert_job *job = rows->job;

	if (rows->n_done || !rows->n_calls || job->calls || job->paths ||
	    !job->to->calls)
		return true;
	snprintf(output->error, sizeof(output->error),
		 "none of the %" PRIu64
		 " calls is for this format; --calls chooses others",
		 rows->n_calls);
	return false;
}

/* Returns whether all that could be read was written. */
static bool write_rows(struct rows *rows, struct targets *all)
{
	const struct convert_job *job = rows->job;
	const char *name = strcmp(job->out, "-") == 0 ? job->in : job->out;
	struct convert_output output = {.path = job->out,
					.out = all->out.out,
					.name = targets_own_name(all, job),
					.sidecar = all->sidecar.out,
					.context = job->context,
					.is_chosen = job->calls || job->paths,
					.for_spreadsheet = job->for_spreadsheet,
					.rows = rows};
	bool is_done = job->to->write_rows(&output);

	archive_progress_end();
	if (is_done && !ferror(output.out)) {
		report_none(rows);
		is_done = check_empty(rows, &output);
	}
	if (output.notes[0])
		say("%s: %s", name, output.notes);
	if (!is_done)
		say("%s: %s", name,
		    output.error[0] ? output.error : "cannot be converted");
	return is_done && has_something(rows);
}

/* Reports faults; returns whether there is none. */
static bool close_archives(struct rows *rows)
{
	int status = 0;

	fxtrace_merge_close(rows->merge);
	for (size_t i = 0; i < rows->n; i++)
		status |= reading_close(name_of(rows, i), rows->archives[i]);
	fxr_free(rows->archives);
	free(rows->calls);
	return !status;
}

int rows_convert(const struct convert_job *job, char *const *paths, size_t n)
{
	struct rows rows = {.job = job, .paths = paths, .n = n};
	struct targets targets = {0};
	bool is_sound, is_written = false;

	open_archives(&rows);
	if (!targets_open(&targets, job)) {
		(void)close_archives(&rows);
		return 1;
	}
	if (has_something(&rows))
		is_written = write_rows(&rows, &targets);
	is_sound = close_archives(&rows);
	if (is_written && !is_sound)
		is_written = target_may_be_partial(job->out);
	return !targets_close(&targets, is_written) || !is_sound;
}
