/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace report`: adds up the calls of an archive, by function or otherwise.
 * The library for others adds them, by its header alone.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/base/terminal.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/client/reading.h"
#include "tools/command/shared_options.h"
#include "tools/report/columns.h"
#include "tools/report/losses.h"
#include "tools/report/row_name.h"
#include "tools/report/rows_print.h"
#include "tools/select/select.h"

static struct {
	const char *calls, *by, *sort, *debug_path;
	bool is_json, is_csv, for_spreadsheet;
	uint64_t top;
	struct filter_words filter;
} chosen = {.by = "function", .sort = "total"};

static const char *check_by(const char *text)
{
	enum fxtrace_by by;

	return row_find_by(text, &by) ? NULL
				      : "expected function, thread, process, "
					"file, fd, errno, frame or caller";
}

static const char *check_column(const char *text)
{
	enum column column;

	return column_find(text, &column)
		       ? NULL
		       : "expected count, total, self, min, avg, p50, p99, "
			 "max, errors or bytes";
}

static const struct option options[] = {
	{.name = "by",
	 .letter = 'b',
	 .kind = OPTION_STRING,
	 .value = &chosen.by,
	 .arg = "WHAT",
	 .help = "a row for each function, thread, process, file, fd, errno, "
		 "frame or caller",
	 .fallback = "function",
	 .choices = "function thread process file fd errno frame caller",
	 .check = check_by},
	{.name = "sort",
	 .letter = 's',
	 .kind = OPTION_STRING,
	 .value = &chosen.sort,
	 .arg = "COLUMN",
	 .help = "sort by this, largest first: count, total, self, min, avg, "
		 "p50, p99, max, errors, bytes",
	 .fallback = "total",
	 .choices = "count total self min avg p50 p99 max errors "
		    "bytes",
	 .check = check_column},
	{ROW_TOP("how many rows to show"), .value = &chosen.top,
	 .fallback = "all"},
	{ROW_CALLS("count only these: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all"},
	ROWS_OUTCOME(chosen.filter, "count only"),
	ROWS_FILTER(chosen.filter, "count only"),
	{ROW_DEBUG_PATH("with --by caller: "), .value = &chosen.debug_path},
	{ROW_JSON("row"), .value = &chosen.is_json},
	{.name = "csv",
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_csv,
	 .help = "comma-separated values, a heading and one row per line"},
	{.name = "spreadsheet",
	 .kind = OPTION_FLAG,
	 .value = &chosen.for_spreadsheet,
	 .help = "with --csv: a ' before each text that a spreadsheet would "
		 "evaluate as a formula"},
	{0},
};

static void print_rows(const struct rows_print *how,
		       const struct fxtrace_row *const *rows, size_t n)
{
	size_t n_shown = chosen.top && chosen.top < n ? chosen.top : n;

	rows_print(how, rows, n_shown);
	if (how->format == ROWS_TEXT && n_shown < n)
		pen_format(how->out, "... and %zu more\n", n - n_shown);
	pen_flush(how->out);
	pen_fini(how->out);
	flush_stdout();
}

/* Calls that should have an end. They are counted, but have no time. */
static void report_untimed(uint64_t n)
{
	if (n)
		say("%s without a known end: counted, but in no time",
		    human_things(n, "call").text);
}

/* Where a call was made is known by its stack. */
static void report_callers(const struct fxtrace_row *const *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (*rows[i]->text)
			return;
	if (n)
		say("no call was recorded with its stack, so none has a known "
		    "caller: record --stack '%%libc' ...");
}

static void report(struct fxtrace_archive *archive, enum fxtrace_by by)
{
	size_t n = fxtrace_n_rows(archive);
	const struct fxtrace_row **rows = fxr_new(n + 1, sizeof(*rows));
	struct pen out = {.out = stdout};
	struct rows_print how = {.by = by,
				 .out = &out,
				 .format = chosen.is_json  ? ROWS_JSON
					   : chosen.is_csv ? ROWS_CSV
							   : ROWS_TEXT,
				 .for_spreadsheet = chosen.for_spreadsheet,
				 .totals = fxtrace_totals(archive)};
	enum column column = COLUMN_TOTAL;

	for (size_t i = 0; i < n; i++) {
		rows[i] = fxtrace_row(archive, i);
		how.waiting_ns += rows[i]->waiting_ns;
	}
	(void)column_find(chosen.sort, &column);
	columns_sort(rows, n, column);
	how.sorted_by = column;
	how.width = terminal_columns();
	print_rows(&how, rows, n);
	if (by == FXTRACE_BY_CALLER)
		report_callers(rows, n);
	fxr_free(rows);
	report_untimed(how.totals->n_unfinished);
	losses_say(how.totals->n_overwritten, how.totals->n_lost_calls,
		   how.totals->n_lost_ends);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);
	struct fxtrace_options how = reading_options();
	struct fxtrace_archive *archive;

	listed_check(cmd, "--calls", chosen.calls, path);
	if (chosen.is_json && chosen.is_csv)
		usage(cmd, "--json or --csv, not both");
	if (chosen.for_spreadsheet && !chosen.is_csv)
		usage(cmd, "--spreadsheet goes with --csv");
	(void)row_find_by(chosen.by, &how.by);
	reading_choose(&how, chosen.calls, &chosen.filter);
	how.debug_path = chosen.debug_path;
	/* if the reader stops, EPIPE says so, see flush_stdout */
	signal(SIGPIPE, SIG_IGN);
	archive = reading_open(path, path, &how);
	report(archive, how.by);
	return reading_close(path, archive);
}

const struct cmd cmd_report = {
	.name = "report",
	.synopsis = "[options] [FILE]",
	.purpose = "add up the calls of an archive",
	.description =
		"Prints a row for each function, or for what --by says. It "
		"shows how many calls there were, the time they took in all, "
		"and the time in themselves, without the calls that their "
		"threads made inside them. It shows the shortest, mean, median "
		"(p50), 99th percentile and longest time of one call, how many "
		"failed, and the bytes that they moved:\n"
		"\n"
		"      count     total      self       min       avg       p50 "
		"... function\n"
		"         12   400.1us   398.2us     1.1us    33.3us     9.8us "
		"... open\n"
		"\n"
		"A terminal that is narrower than all columns and 32 "
		"characters "
		"of a name shows less of them: first min, p50, bytes and avg "
		"are left out, never what is sorted by. The middle of a longer "
		"name is left out.\n"
		"\n"
		"Percentiles are exact, of the nearest rank: p99 is the least "
		"time that 99 of 100 calls do not exceed. Calls without an end "
		"(unfinished, replaced by exec) and functions that do not "
		"return as others do (exit, longjmp, dlopen, vfork) are "
		"counted, but in no time. Bytes are the result of functions "
		"that return a ssize_t (read, sendmsg, getrandom). For other "
		"functions, they are the memory behind pointers among the "
		"arguments, in full even where it was cut (fwrite, memcpy, "
		"glBufferData), but not texts and structs.\n"
		"\n"
		"--by process has a row for each program that a process was, "
		"--by thread likewise. --by file puts together what was done "
		"to one file, pipe or socket, by whatever descriptor or "
		"stream. A call belongs to the first one among its arguments, "
		"else to the one it returned, else to the first path that it "
		"names, as seen from the current folder. --by fd distinguishes "
		"them by process and number (for a stream: its address). They "
		"are named as in the lines of dump. --by errno: - is what did "
		"not fail. --by frame: of OpenGL, as in dump. --by caller: the "
		"function that made the call, if that was recorded with its "
		"stack (record --stack).\n"
		"\n"
		"The last row, [program], is the time of threads outside of "
		"recorded calls, of the time from the first event of each "
		"thread to its last one. [waiting] is what calls took whose "
		"purpose is to wait: poll, nanosleep, waitpid, sem_wait and "
		"their like, whose rows are counted in it. --by thread and "
		"process have both as columns. If options leave calls out, "
		"the time outside of calls is not known, and not shown.\n"
		"\n"
		"Options that choose calls narrow one another. They do not "
		"change self times: what was called inside a call is not its "
		"own, chosen or not.\n"
		"\n"
		"With --json each line is an object: category, name, class "
		"(call or waiting; or what else --by has: pid, tid, process, "
		"thread, file, fd, errno, "
		"frame, caller, module; null: none), count, total_ns, self_ns, "
		"min_ns, avg_ns, p50_ns, p99_ns, max_ns (null: no call has a "
		"time), errors, bytes, untimed (calls in no time), and of "
		"threads and processes waiting_ns and program_ns. The line of "
		"class program has no name, and lasted_ns, of which it is a "
		"part. --csv has the same, without lasted_ns.\n"
		"\n"
		"Losses are reported on standard error. " ARCHIVE_OPERAND,
	.options = options,
	.run = run,
};
