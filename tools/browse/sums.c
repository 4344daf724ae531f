/* SPDX-License-Identifier: MIT */
/*
 * Sums over calls, see browse.h. They are the rows of report.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/browse/browse.h"
#include "tools/client/reading.h"
#include "tools/reader/memory.h"
#include "tools/report/row_name.h"
#include "tools/report/rows_print.h"

/* What the rows are of, in the order in which `b` shows it. */
static enum fxtrace_by next_by(enum fxtrace_by by, bool is_back)
{
	const unsigned n = FXTRACE_BY_CALLER;

	return (enum fxtrace_by)((by - 1 + (is_back ? n - 1 : 1)) % n + 1);
}

/* Rows without a name in the filter's language lead nowhere. */
static bool has_callers(const struct sums *sums)
{
	for (size_t i = 0; i < sums->n_rows; i++)
		if (*sums->rows[i]->text)
			return true;
	return !sums->n_rows;
}

/* The rows as text, of this terminal's width. */
static void put_rows(struct browse *browse)
{
	struct sums *sums = &browse->sums;
	struct rows_print how = {
		.by = sums->shown_by,
		.out = &browse->pen,
		.totals = fxtrace_totals(summary_archive(sums->shown)),
		.width = display_columns(),
		.sorted_by = sums->sort};

	for (size_t i = 0; i < sums->n_rows; i++)
		how.waiting_ns += sums->rows[i]->waiting_ns;
	columns_sort(sums->rows, sums->n_rows, sums->sort);
	rows_print(&how, sums->rows, sums->n_rows);
	lines_take(&sums->lines, &browse->pen);
	sums->width = how.width;
	scroll_resize(&sums->place, sums->lines.n - 1);
}

/* Chooses the row of that name, if there is one. */
static void choose(struct browse *browse, struct fxr_text name)
{
	struct sums *sums = &browse->sums;

	for (size_t i = 0; i < sums->n_rows; i++) {
		row_put(sums->rows[i], sums->shown_by, &browse->pen);
		if (fxr_is_same(pen_take(&browse->pen), name))
			scroll_go(&sums->place, i, browse_shown());
	}
}

/* The rows once more, in another order or of another archive. The chosen one
 * stays chosen. name: of it */
static void renew_rows(struct browse *browse, struct pen *name)
{
	put_rows(browse);
	choose(browse, pen_take(name));
	pen_fini(name);
}

static struct pen chosen_name(const struct browse *browse)
{
	const struct sums *sums = &browse->sums;
	struct pen name = {0};

	if (sums->place.at < sums->n_rows)
		row_put(sums->rows[sums->place.at], sums->shown_by, &name);
	return name;
}

static void sort(struct browse *browse, enum column column)
{
	struct pen name;

	browse->sums.sort = column;
	if (!browse->sums.shown)
		return;
	name = chosen_name(browse);
	renew_rows(browse, &name);
}

static void drop_rows(struct sums *sums)
{
	summary_close(sums->shown);
	sums->shown = NULL;
	fxr_free(sums->rows);
	sums->rows = NULL;
	sums->n_rows = sums->lines.n = 0;
}

static void say_trouble(struct browse *browse,
			const struct fxtrace_archive *archive)
{
	if (reading_is_in_trouble(archive) ||
	    fxtrace_error(archive)->status == FXTRACE_ERROR_OPTION)
		browse_say(browse, "%s", fxtrace_error(archive)->text);
	else if (browse->sums.by == FXTRACE_BY_CALLER &&
		 !has_callers(&browse->sums))
		browse_say(browse, "no call was recorded with its stack: "
				   "record --stack '%%libc' ...");
}

/* What the thread has made is shown from now on. */
static void take(struct browse *browse)
{
	struct sums *sums = &browse->sums;
	const struct fxtrace_archive *archive = summary_archive(sums->making);
	struct pen name = chosen_name(browse);

	if (!archive)
		die("out of memory");
	drop_rows(sums);
	sums->shown = sums->making;
	sums->shown_by = sums->by;
	sums->n_rows = fxtrace_n_rows(archive);
	sums->rows = fxr_new(sums->n_rows + 1, sizeof(*sums->rows));
	for (size_t i = 0; i < sums->n_rows; i++)
		sums->rows[i] = fxtrace_row(archive, i);
	renew_rows(browse, &name);
	say_trouble(browse, archive);
}

/* A thread adds them up, with its own copy of the filter. */
static void begin(struct browse *browse)
{
	struct sums *sums = &browse->sums;
	char why[256];

	free(sums->split);
	sums->split = strdup(browse->list.text ?: "");
	if (!sums->split)
		die("out of memory");
	sums->words = (struct found_words){0};
	if (browse->list.text)
		(void)browse->parse(sums->split, &sums->words, why,
				    sizeof(why));
	sums->making = summary_open(browse->path, sums->by, &sums->words,
				    browse->debug_path);
	sums->is_asked = sums->is_other = false;
}

void sums_ask(struct browse *browse)
{
	browse->sums.is_asked = browse->sums.is_other = true;
}

bool sums_step(struct browse *browse)
{
	struct sums *sums = &browse->sums;
	struct pen name;

	if (sums->making && summary_is_done(sums->making)) {
		if (sums->is_other)
			summary_close(sums->making);
		else
			take(browse);
		sums->making = NULL;
	}
	if (browse->view == VIEW_SUMS && sums->is_asked && !sums->making)
		begin(browse);
	if (sums->shown && sums->width != display_columns()) {
		name = chosen_name(browse);
		renew_rows(browse, &name);
	}
	return sums->making;
}

/* Where the heading of a column is in the line; false: it is left out. */
static bool find_column(struct fxr_text heading, enum column column,
			size_t *from, size_t *to)
{
	size_t n = strlen(column_names[column]);

	for (size_t at = 1; at + n < heading.n_bytes; at++) {
		if (heading.bytes[at - 1] != ' ' ||
		    heading.bytes[at + n] != ' ' ||
		    memcmp(heading.bytes + at, column_names[column], n) != 0)
			continue;
		*from = at;
		*to = at + n;
		return true;
	}
	return false;
}

void sums_heading(struct browse *browse)
{
	const struct sums *sums = &browse->sums;
	struct fxr_text line;
	size_t from, to;

	if (!sums->lines.n)
		return;
	line = lines_at(&sums->lines, 0);
	if (!find_column(line, sums->sort, &from, &to)) {
		display_put(LOOK_PLAIN, line);
		return;
	}
	display_put(LOOK_PLAIN, fxr_text(line.bytes, from - 1));
	display_puts(LOOK_NAME, "*");
	display_put(LOOK_NAME, fxr_text(line.bytes + from, to - from));
	display_put(LOOK_PLAIN, fxr_text(line.bytes + to, line.n_bytes - to));
}

void sums_heading_click(struct browse *browse, unsigned column)
{
	const struct sums *sums = &browse->sums;
	size_t from, to;

	for (unsigned i = 0; sums->lines.n && i < N_COLUMNS; i++) {
		if (!find_column(lines_at(&sums->lines, 0), i, &from, &to))
			continue;
		if (column < to) {
			sort(browse, i);
			return;
		}
	}
}

void sums_draw(struct browse *browse, uint64_t row)
{
	display_put(LOOK_PLAIN, lines_at(&browse->sums.lines, row + 1));
}

/* An option and its value, if it has one. Characters that globs and lists give
 * a meaning fit themselves as ? does, if is_name. */
static void put_option(struct pen *pen, const char *option, const char *value,
		       bool is_name)
{
	if (!value)
		return;
	pen_put(pen, pen->n_bytes ? " --" : "--");
	pen_put(pen, option);
	pen_put(pen, " '");
	for (; *value; value++) {
		if (*value == '\'')
			pen_put(pen, "'\\''");
		else
			pen_byte(pen, is_name && strchr("*?[]\\,%", *value)
					      ? '?'
					      : *value);
	}
	pen_byte(pen, '\'');
}

/* What chooses a row's calls; texts are in `text`. */
struct narrowing {
	const char *name, *file, *pattern, *frame, *process, *thread;
	char text[5][64];
	char error[128];
};

static const char *number_text(char text[64], uint64_t number)
{
	snprintf(text, 64, "%" PRIu64, number);
	return text;
}

/* False: no option does. */
static bool narrow(struct narrowing *to, const struct fxtrace_row *row,
		   enum fxtrace_by by)
{
	switch (by) {
	case FXTRACE_BY_FUNCTION:
		to->name = row->function->name;
		return true;
	case FXTRACE_BY_THREAD:
		to->thread = number_text(to->text[0], row->thread->tid);
		to->process =
			number_text(to->text[1], row->thread->process->pid);
		return true;
	case FXTRACE_BY_FRAME:
		if (!row->has_number || !row->process)
			return false;
		to->frame = number_text(to->text[2], row->number);
		to->process = number_text(to->text[1], row->process->pid);
		return true;
	case FXTRACE_BY_PROCESS:
		if (row->process)
			to->process =
				number_text(to->text[1], row->process->pid);
		return row->process;
	case FXTRACE_BY_FILE:
		to->file = row->text;
		return *row->text;
	case FXTRACE_BY_ERRNO:
		snprintf(to->error, sizeof(to->error), " = [^ ]+ %.90s( |$)",
			 row->text);
		to->pattern = to->error;
		return *row->text;
	default:
		return false;
	}
}

/* The present filter, narrowed. False: it has an option that it could have only
 * once. */
static bool put_filter(struct pen *pen, const struct found_words *now,
		       const struct narrowing *to)
{
	const struct filter_words *words = &now->filter;

	if ((to->file && words->paths) || (to->pattern && words->pattern))
		return false;
	if (to->name)
		put_option(pen, "calls", to->name, true);
	else
		put_option(pen, "calls", now->calls, false);
	if (words->is_failed || to->pattern)
		pen_put(pen, pen->n_bytes ? " --errors" : "--errors");
	put_option(pen, "min-time", words->min_time, false);
	put_option(pen, "since", words->since, false);
	put_option(pen, "until", words->until, false);
	put_option(pen, "process", to->process ?: words->processes, false);
	put_option(pen, "thread", to->thread ?: words->threads, false);
	put_option(pen, "frames", to->frame ?: words->frames, false);
	if (to->file)
		put_option(pen, "path", to->file, true);
	else
		put_option(pen, "path", words->paths, false);
	put_option(pen, "grep", to->pattern ?: words->pattern, false);
	return true;
}

/* The list of what the chosen row sums up: what the filter chooses already,
 * and of that the row's calls. */
static void open_row(struct browse *browse)
{
	const struct sums *sums = &browse->sums;
	struct narrowing to = {.name = NULL};
	struct pen filter = {0};
	char why[256] = "";

	if (sums->place.at >= sums->n_rows)
		return;
	if (!narrow(&to, sums->rows[sums->place.at], sums->shown_by)) {
		browse_say(browse, "no option of dump chooses these calls");
		return;
	}
	if (!put_filter(&filter, &browse->list.words, &to)) {
		browse_say(browse, "the filter has that option already; F "
				   "removes it");
		return;
	}
	pen_byte(&filter, '\0');
	if (listing_filter(browse, pen_take(&filter).bytes, why, sizeof(why)))
		browse->view = VIEW_LIST;
	else
		browse_say(browse, "%s", why);
	pen_fini(&filter);
}

static void ask_by(struct browse *browse, bool is_back)
{
	struct sums *sums = &browse->sums;

	sums->by = next_by(sums->by, is_back);
	drop_rows(sums);
	sums->place = (struct scroll){0};
	sums_ask(browse);
}

bool sums_key(struct browse *browse, int key)
{
	const enum column column = browse->sums.sort;

	switch (key) {
	case PRESSED_ENTER:
		open_row(browse);
		return true;
	case 's':
	case PRESSED_RIGHT:
		sort(browse, (column + 1) % N_COLUMNS);
		return true;
	case 'S':
	case PRESSED_LEFT:
		sort(browse, (column + N_COLUMNS - 1) % N_COLUMNS);
		return true;
	case 'b':
	case 'B':
		ask_by(browse, key == 'B');
		return true;
	case 'f':
	case 'F':
		return listing_key(browse, key);
	default:
		return false;
	}
}

void sums_close(struct sums *sums)
{
	/* the thread that adds up still has the words */
	if (!sums->making || summary_is_done(sums->making))
		free(sums->split);
	summary_close(sums->making);
	drop_rows(sums);
	lines_fini(&sums->lines);
}
