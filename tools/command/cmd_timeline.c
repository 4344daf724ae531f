/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace timeline`: an archive's calls as a page for browsers.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/fd/handled.h"
#include "tools/archive/archive.h"
#include "tools/select/catalogue.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
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

/* What is read, and what is written: a source and a filter for each archive. */
struct job {
	struct merge *merge;
	size_t n;
	struct timeline_source *sources;
	struct filter **filters;
	struct concern **concerns;
	struct timeline *timeline;
};

static void take_call(struct job *job, const struct fxr_call *call, size_t part)
{
	const struct merge_part *from = merge_part(job->merge, part);
	struct print_names *names = &job->sources[part].names;
	bool is_shown = concern_has(job->concerns[part], call) &&
			filter_has(job->filters[part], from->world, call,
				   from->last_ns) &&
			catalogue_is_listed(chosen.calls, call->name->category,
					    call->name->name);

	descriptors_take(names->descriptors, call);
	timeline_take(job->timeline, call, part, is_shown);
	labels_take(names->labels, call);
}

/* What is wrong with the first archive that is not sound, or NULL. */
static const char *fault_of(const struct job *job)
{
	static char text[sizeof(((struct fxr_error *)0)->expected) + 64];

	for (size_t i = 0; i < job->n; i++) {
		const struct fxr_error *error =
			fxr_error(merge_part(job->merge, i)->reader);

		if (!error)
			continue;
		snprintf(text, sizeof(text), "damaged at offset %llu: %s",
			 (unsigned long long)error->off, error->expected);
		return text;
	}
	return merge_trouble(job->merge);
}

/* The archives' names without folders; the caller frees it. */
static char *title_of(const struct job *job)
{
	struct pen title = {0};
	struct fxr_text text;
	char *copy;

	for (size_t i = 0; i < job->n; i++) {
		const char *path = merge_part(job->merge, i)->path;
		const char *slash = strrchr(path, '/');

		pen_put(&title, i ? ", " : "");
		pen_put(&title, slash ? slash + 1 : path);
	}
	text = pen_take(&title);
	copy = strndup(text.bytes, text.n_bytes);
	pen_fini(&title);
	if (!copy)
		die("out of memory");
	return copy;
}

static void write_page(struct job *job, FILE *out)
{
	char *title = title_of(job);
	const struct fxr_call *call;
	size_t part;

	job->timeline =
		timeline_open(out, job->merge, job->sources, chosen.blob_max);
	while (!ferror(out) && (call = merge_next(job->merge, &part)))
		take_call(job, call, part);
	archive_progress_end();
	timeline_finish(job->timeline, title, fault_of(job));
	free(title);
}

static void open_source(struct job *job, size_t i)
{
	const struct merge_part *part = merge_part(job->merge, i);
	struct timeline_source *source = &job->sources[i];
	static struct fxr_call call;

	filter_bind(job->filters[i], part->world, part->last_ns);
	job->concerns[i] = concern_open(part->world, chosen.filter.paths);
	print_note_causes(part->calls, &call);
	source->names.descriptors = descriptors_open(part->world);
	source->names.labels = labels_open();
	source->stacks = backtrace_open(part->world, chosen.debug_path);
}

static void open_job(struct job *job, char *const *paths, size_t n)
{
	const struct fxr_calls_options how = {
		.is_wanted = chosen.calls ? is_wanted : NULL,
		.progress = archive_progress,
		.max_blob_bytes = chosen.blob_max,
	};

	job->n = n;
	job->sources = fxr_new(n, sizeof(*job->sources));
	job->filters = fxr_new(n, sizeof(struct filter *));
	job->concerns = fxr_new(n, sizeof(struct concern *));
	for (size_t i = 0; i < n; i++)
		job->filters[i] = filter_open(&chosen.filter);
	job->merge = merge_open(paths, n, &how);
	for (size_t i = 0; i < n; i++)
		open_source(job, i);
}

/* Returns the exit status. */
static int close_job(struct job *job)
{
	timeline_close(job->timeline);
	for (size_t i = 0; i < job->n; i++) {
		backtrace_close(job->sources[i].stacks);
		descriptors_close(job->sources[i].names.descriptors);
		labels_close(job->sources[i].names.labels);
		filter_close(job->filters[i]);
		concern_close(job->concerns[i]);
	}
	free(job->sources);
	free(job->filters);
	free(job->concerns);
	return merge_close(job->merge);
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
		    merge_n_calls(job->merge) ? ": none fits the options" : "");
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

/* Several are read at a time. */
static void check_files(const struct cmd *cmd, char *const *paths, size_t n)
{
	for (size_t i = 0; i < n && n > 1; i++)
		if (strcmp(paths[i], "-") == 0 ||
		    (access(paths[i], F_OK) == 0 && !archive_is_file(paths[i])))
			usage(cmd, "%s: several archives are files", paths[i]);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = argc > 1 ? argv[0] : archive_path(cmd, argc, argv);
	char *const one[] = {(char *)path};
	char *const *paths = argc > 1 ? argv : one;
	size_t n = argc > 1 ? (size_t)argc : 1;
	const char *output = output_for(cmd, path);
	struct job job = {0};

	check_files(cmd, paths, n);
	listed_check_all(cmd, "--calls", chosen.calls, paths, n);
	open_job(&job, paths, n);
	if (strcmp(output, "-") == 0) {
		write_page(&job, stdout);
		flush_stdout();
	} else {
		write_file(&job, output);
	}
	return close_job(&job);
}

const struct cmd cmd_timeline = {
	.name = "timeline",
	.synopsis = "[options] [-o FILE] [FILE...]",
	.purpose = "make a page for browsers that shows calls over time",
	.description =
		"Writes one HTML file that needs nothing else, and fetches "
		"nothing. It has the calls of every thread on a track of its "
		"own, and below them the calls made inside them. It has frames "
		"of OpenGL with their times, losses, messages of the recorder, "
		"a table of calls, and sums of those in view or selected. Of "
		"each call it shows arguments and result as dump does, memory "
		"in hex and as text, and the stack, if it was recorded. The "
		"page finds functions by name, "
		"and text in arguments and results.\n"
		"\n"
		"  wheel        zoom          /         search\n"
		"  drag         move          n N       next and previous match"
		"\n"
		"  shift+drag   select it     + - 0     zoom in, out, all\n"
		"  click        what it is    ?         all keys\n"
		"\n"
		"Several FILEs become one page: their calls by the time of "
		"day, and processes with their hosts. Times are then since the "
		"start of the first session. Archives of one boot of one "
		"machine are ordered by its clock. The page is named after the "
		"first FILE.\n"
		"\n"
		"Options that choose calls narrow one another, as those of "
		"dump do. A page of a million calls has some tens of MB at "
		"most. " ARCHIVE_OPERAND " The page says so.",
	.options = options,
	.run = run,
};
