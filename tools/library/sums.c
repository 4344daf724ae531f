/* SPDX-License-Identifier: MIT */
/*
 * Sums over the calls of an archive that was opened with `by`. See reader.h.
 */
#include "tools/library/archive.h"

#include <stdlib.h>

static bool is_meant(void *context, size_t name)
{
	return library_delivers(context, name);
}

static void report_progress(void *context, uint64_t done_bytes,
			    uint64_t total_bytes)
{
	const struct fxtrace_archive *archive = context;

	archive->options.progress(archive->options.context, done_bytes,
				  total_bytes);
}

void library_sum_open(struct fxtrace_archive *archive, void *context)
{
	const struct fxtrace_options *options = &archive->options;
	struct sum *sum = &archive->sum;

	(void)context;
	sum->is_meant = is_meant;
	sum->progress = options->progress ? report_progress : NULL;
	sum->context = archive;
	by_init(&sum->by, (enum by_what)options->by, archive->world,
		options->debug_path);
	if (sum->by.stacks)
		backtrace_warn_to(sum->by.stacks, options->warn,
				  options->context);
}

bool library_sum_brief(struct fxtrace_archive *archive)
{
	if (sum_brief(&archive->sum, archive->reader))
		return true;
	sum_fini(&archive->sum);
	return false;
}

/* What its calls have in common, of groups that the world does not count. */
static void show_group(struct fxtrace_archive *archive, struct fxtrace_row *row,
		       uint32_t number)
{
	const struct by_group *group = &archive->sum.by.groups[number];
	struct fxr_arena *arena = &archive->shown.arena;
	enum fxtrace_by by = archive->options.by;

	row->text = library_text(arena, group->text);
	row->module = library_text(arena, group->module);
	if (by != FXTRACE_BY_FD && by != FXTRACE_BY_FRAME)
		return;
	if (group->is_known || by == FXTRACE_BY_FRAME)
		row->process = library_process(archive, group->process);
	row->has_number = group->is_known;
	row->is_address = group->is_address;
	row->number = group->number;
}

static void show_what(struct fxtrace_archive *archive, struct fxtrace_row *row,
		      uint32_t group)
{
	row->text = row->module = "";
	switch (archive->options.by) {
	case FXTRACE_BY_FUNCTION:
		row->function = library_find_function(archive, group);
		row->is_waiting = waiting_has(&archive->sum.waiting,
					      archive->world, group);
		break;
	case FXTRACE_BY_THREAD:
		row->thread = library_thread(archive, group);
		row->process = row->thread->process;
		break;
	case FXTRACE_BY_PROCESS:
		row->process = library_process(archive, group);
		break;
	default:
		show_group(archive, row, group);
	}
}

static void show_times(struct fxtrace_row *row, const struct row *sum)
{
	const struct durations *times = &sum->times;

	row->n_timed = times->n;
	row->total_ns = rows_total_ns(sum);
	row->self_ns = sum->self_ns;
	row->waiting_ns = sum->waiting_ns;
	if (!times->n)
		return;
	row->min_ns = times->least_ns;
	row->mean_ns = durations_mean(times);
	row->max_ns = times->most_ns;
	row->p50_ns = durations_percentile(times, 50);
	row->p99_ns = durations_percentile(times, 99);
}

static void show_row(struct fxtrace_archive *archive, struct fxtrace_row *row,
		     uint32_t group)
{
	const struct row *sum = &archive->sum.rows.rows[group];

	show_what(archive, row, group);
	row->n_calls = sum->n_calls;
	row->n_errors = sum->n_errors;
	row->n_bytes = sum->n_bytes;
	row->program_ns = archive->sum.n_left_out ? 0 : sum->program_ns;
	show_times(row, sum);
}

static void show_rows(struct fxtrace_archive *archive)
{
	const struct rows *rows = &archive->sum.rows;

	archive->rows = fxr_new(rows->n + 1, sizeof(*archive->rows));
	for (uint32_t i = 0; i < rows->n; i++)
		if (rows->rows[i].n_calls)
			show_row(archive, &archive->rows[archive->n_rows++], i);
}

static void count(struct fxtrace_archive *archive)
{
	const struct sum *sum = &archive->sum;
	struct fxtrace_totals *totals = &archive->shown.totals;

	totals->n_unfinished = sum->n_endless;
	totals->n_stray_ends = totals->n_cut = 0;
	totals->n_chosen = sum->n_calls;
	totals->n_waiting = sum->n_waiting;
	if (sum->n_left_out)
		return;
	totals->threads_ns = sum->lasted_ns;
	totals->program_ns = sum->program_ns;
}

void library_sum_calls(struct fxtrace_archive *archive)
{
	struct sum *sum = &archive->sum;

	if (archive->calls) {
		sum_begin(sum, archive->shown.totals.last_ns);
		while (fxr_calls_next(archive->calls, &archive->call))
			sum_take(sum, &archive->call,
				 library_choice_has(archive));
		sum_end(sum);
	}
	show_rows(archive);
	count(archive);
}

void library_sum_close(struct fxtrace_archive *archive)
{
	sum_fini(&archive->sum);
	fxr_free(archive->rows);
}

size_t fxtrace_n_rows(const struct fxtrace_archive *archive)
{
	return archive->n_rows;
}

const struct fxtrace_row *fxtrace_row(const struct fxtrace_archive *archive,
				      size_t index)
{
	return index < archive->n_rows ? &archive->rows[index] : NULL;
}
