/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace timeline`: an archive's calls as a page for browsers.
 */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/select/catalogue.h"
#include "tools/command/cmd.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/print/cause.h"
#include "tools/base/human.h"
#include "tools/archive/output.h"
#include "tools/base/older.h"
#include "tools/base/replace.h"
#include "tools/select/select.h"
#include "tools/timeline/frame_times.h"
#include "tools/timeline/timeline.h"

/* With more calls, browsers take long. */
#define MANY_CALLS 5000000u

static struct {
	const char *output, *calls, *debug_path;
	struct filter_words filter;
	uint64_t blob_max;
} chosen = {.blob_max = 4096};

static const struct option options[] = {
	{ROW_OUTPUT("FILE", "the page; - is standard output"),
	 .value = &chosen.output, .fallback = "NAME.html here for NAME.fxt"},
	{ROW_CALLS("show only these: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all"},
	ROWS_OUTCOME(chosen.filter, "show only"),
	ROWS_FILTER(chosen.filter, "show only"),
	{ROW_DEBUG_PATH(""), .value = &chosen.debug_path},
	{.name = "blob-max",
	 .kind = OPTION_SIZE,
	 .value = &chosen.blob_max,
	 .arg = "SIZE",
	 .help = "how much memory of one value the page has",
	 .fallback = "4K"},
	{0},
};

/* Is shown, or is needed to know what values are called and where frames end.
 */
static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	(void)context;
	return catalogue_is_listed(chosen.calls, category, name) ||
	       descriptors_need(category.bytes, name.bytes) ||
	       labels_need(category.bytes, name.bytes) ||
	       frame_times_need(category.bytes, name.bytes);
}

/* What is read, and what is written. */
struct job {
	const char *path;
	struct fxr_reader *reader;
	struct fxr_calls *calls;
	struct filter *filter;
	struct print_names names;
	struct backtraces *stacks;
	struct timeline *timeline;
};

static void take_call(struct job *job, const struct fxr_call *call)
{
	const struct fxr_calls_totals *totals = fxr_calls_totals(job->calls);
	bool is_shown = filter_has(job->filter, fxr_calls_world(job->calls),
				   call, totals->last_ns) &&
			catalogue_is_listed(chosen.calls, call->name->category,
					    call->name->name);

	descriptors_take(job->names.descriptors, call);
	timeline_take(job->timeline, call, is_shown);
	labels_take(job->names.labels, call);
}

static const char *fault_of(const struct job *job)
{
	const struct fxr_error *error = fxr_error(job->reader);
	static char text[sizeof(error->expected) + 64];

	if (!error)
		return fxr_calls_trouble(job->calls);
	snprintf(text, sizeof(text), "damaged at offset %llu: %s",
		 (unsigned long long)error->off, error->expected);
	return text;
}

static void write_page(struct job *job, FILE *out)
{
	const struct fxr_calls_totals *totals = fxr_calls_totals(job->calls);
	const char *slash = strrchr(job->path, '/');
	static struct fxr_call call;
	uint64_t n = 0;

	job->timeline = timeline_open(out, job->calls, &job->names, job->stacks,
				      chosen.blob_max);
	while (!ferror(out) && fxr_calls_next(job->calls, &call)) {
		take_call(job, &call);
		if (++n % 1024 == 0)
			archive_progress(NULL, n, totals->n_calls);
	}
	archive_progress_end();
	timeline_finish(job->timeline, slash ? slash + 1 : job->path,
			fault_of(job));
}

static void open_job(struct job *job, const char *path)
{
	const struct fxr_calls_options how = {
		.is_wanted = chosen.calls ? is_wanted : NULL,
		.progress = archive_progress,
		.max_blob_bytes = chosen.blob_max,
	};

	job->path = path;
	job->reader = archive_open(path, true);
	job->filter = filter_open(&chosen.filter);
	job->calls = fxr_calls_open(job->reader, &how);
	print_note_causes(job->calls);
	job->names.descriptors = descriptors_open(fxr_calls_world(job->calls));
	job->names.labels = labels_open();
	job->stacks =
		backtrace_open(fxr_calls_world(job->calls), chosen.debug_path);
}

static void close_job(struct job *job)
{
	timeline_close(job->timeline);
	backtrace_close(job->stacks);
	descriptors_close(job->names.descriptors);
	labels_close(job->names.labels);
	filter_close(job->filter);
	fxr_calls_close(job->calls);
	fxr_close(job->reader);
}

static void report_page(const struct job *job, const char *path)
{
	uint64_t n = timeline_n_calls(job->timeline);

	if (n > MANY_CALLS)
		say("%s has %s: browsers may take long to open it; --calls, "
		    "--since and --until choose among them",
		    path, human_things(n, "call").text);
	else if (!n)
		say("%s has no call%s", path,
		    fxr_calls_totals(job->calls)->n_calls
			    ? ": none fits the options"
			    : "");
}

/* Exits if the page cannot be written. */
static void write_file(struct job *job, const char *path)
{
	static struct replace replace;
	char error[PATH_MAX + 128];

	replace_guard();
	if (!replace_begin(&replace, path, STDIN_FILENO, error, sizeof(error)))
		die("%s", error);
	setvbuf(replace.out, NULL, _IOFBF, 256 << 10);
	write_page(job, replace.out);
	if (!replace_end(&replace, true, error, sizeof(error)))
		die("%s", error);
	report_page(job, path);
}

/* NAME.html in this folder for NAME.fxt in any folder. */
static const char *output_for(const struct cmd *cmd, const char *path)
{
	static char name[PATH_MAX];
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;

	if (chosen.output)
		return chosen.output;
	if (strcmp(path, "-") == 0)
		usage(cmd, "what comes from standard input needs --output");
	snprintf(name, sizeof(name), "%.*s.html", (int)older_stem(base), base);
	return name;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);
	const char *output = output_for(cmd, path);
	struct job job = {0};
	int status;

	open_job(&job, path);
	if (strcmp(output, "-") == 0) {
		write_page(&job, stdout);
		flush_stdout();
	} else {
		write_file(&job, output);
	}
	status = archive_status(path, job.reader, job.calls);
	close_job(&job);
	return status;
}

const struct cmd cmd_timeline = {
	.name = "timeline",
	.synopsis = "[options] [-o FILE] [FILE]",
	.purpose = "make a page for browsers that shows calls over time",
	.description =
		"Writes one HTML file that needs nothing else, and fetches "
		"nothing. It has the calls of every thread on a track of its "
		"own, and below them the calls made inside them. It has frames "
		"of OpenGL with their times, losses, messages of the recorder, "
		"and a table of calls. Of each call it shows arguments and "
		"result as dump does, memory in hex and as text, and the "
		"stack, if it was recorded. The page finds functions by name, "
		"and text in arguments and results.\n"
		"\n"
		"  wheel        zoom          /         search\n"
		"  drag         move          n N       next and previous match"
		"\n"
		"  shift+drag   zoom to that  + - 0     zoom in, out, all\n"
		"  click        what it is    ?         all keys\n"
		"\n"
		"Options that choose calls narrow one another, as those of "
		"dump do. A page of a million calls has some tens of MB at "
		"most. " ARCHIVE_OPERAND " The page says so.",
	.options = options,
	.run = run,
};
