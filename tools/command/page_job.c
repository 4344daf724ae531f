/* SPDX-License-Identifier: MIT */
/*
 * Writes pages for browsers, see page_job.h.
 */
#include "tools/command/page_job.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/fd/handled.h"
#include "tools/archive/archive.h"
#include "tools/archive/output.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/base/older.h"
#include "tools/base/replace.h"
#include "tools/command/listed.h"
#include "tools/print/cause.h"
#include "tools/select/catalogue.h"
#include "tools/select/select.h"
#include "tools/timeline/frame_times.h"

/* With more calls, browsers take long. */
#define MANY_CALLS 5000000u

/* Is shown, or is needed to know what values are called and where frames end.
 */
static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	return catalogue_is_listed(context, category, name) ||
	       descriptors_need(category.bytes, name.bytes) ||
	       labels_need(category.bytes, name.bytes) ||
	       frame_times_need(category.bytes, name.bytes);
}

/* What is read, and what is written: a source and a filter for each archive. */
struct job {
	const struct page_words *words;
	struct merge *merge;
	size_t n;
	struct timeline_source *sources;
	struct filter **filters;
	struct concern **concerns;
	struct timeline *timeline;
	uint64_t n_calls; /* on the page */
};

static void take_call(struct job *job, const struct fxr_call *call, size_t part)
{
	const struct merge_part *from = merge_part(job->merge, part);
	struct print_names *names = &job->sources[part].names;
	bool is_shown =
		concern_has(job->concerns[part], call) &&
		filter_has(job->filters[part], from->world, call,
			   from->last_ns) &&
		catalogue_is_listed(job->words->calls, call->name->category,
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
	const struct page_words *words = job->words;
	char *title = title_of(job);
	const struct timeline_options how = {
		.title = words->title ? words->title : title,
		.list = words->calls,
		.max_bytes = words->blob_max,
		.flame = words->flame,
	};
	const struct fxr_call *call;
	size_t part;

	job->timeline = timeline_open(out, job->merge, job->sources, &how);
	while (!ferror(out) && (call = merge_next(job->merge, &part)))
		take_call(job, call, part);
	archive_progress_end();
	timeline_finish(job->timeline, fault_of(job));
	job->n_calls = timeline_n_calls(job->timeline);
	timeline_close(job->timeline);
	free(title);
}

static void open_source(struct job *job, size_t i)
{
	const struct merge_part *part = merge_part(job->merge, i);
	struct timeline_source *source = &job->sources[i];
	static struct fxr_call call;

	filter_bind(job->filters[i], part->world, part->last_ns);
	job->concerns[i] = concern_open(part->world, job->words->filter.paths);
	print_note_causes(part->calls, &call);
	source->names.descriptors = descriptors_open(part->world);
	source->names.labels = labels_open();
	source->stacks = backtrace_open(part->world, job->words->debug_path);
}

static void open_job(struct job *job, char *const *paths, size_t n)
{
	const struct fxr_calls_options how = {
		.is_wanted = job->words->calls ? is_wanted : NULL,
		.context = (void *)job->words->calls,
		.progress = archive_progress,
		.max_blob_bytes = job->words->blob_max,
	};

	job->n = n;
	job->sources = fxr_new(n, sizeof(*job->sources));
	job->filters = fxr_new(n, sizeof(struct filter *));
	job->concerns = fxr_new(n, sizeof(struct concern *));
	for (size_t i = 0; i < n; i++)
		job->filters[i] = filter_open(&job->words->filter);
	job->merge = merge_open(paths, n, &how);
	for (size_t i = 0; i < n; i++)
		open_source(job, i);
}

/* Returns the exit status. */
static int close_job(struct job *job)
{
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
	uint64_t n = job->n_calls;

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

const char *page_output(const struct cmd *cmd, const char *output,
			const char *path, const char *ending)
{
	static char name[PATH_MAX];
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;

	if (output)
		return output;
	if (strcmp(path, "-") == 0)
		usage(cmd, "what comes from standard input needs --output");
	snprintf(name, sizeof(name), "%.*s.%s", (int)older_stem(base), base,
		 ending);
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

int page_write(const struct cmd *cmd, const struct page_words *words, int argc,
	       char **argv)
{
	const char *path = argc > 1 ? argv[0] : archive_path(cmd, argc, argv);
	char *const one[] = {(char *)path};
	char *const *paths = argc > 1 ? argv : one;
	size_t n = argc > 1 ? (size_t)argc : 1;
	const char *output = page_output(cmd, words->output, path, "html");
	struct job job = {.words = words};

	check_files(cmd, paths, n);
	listed_check_all(cmd, "--calls", words->calls, paths, n);
	open_job(&job, paths, n);
	if (strcmp(output, "-") == 0) {
		write_page(&job, stdout);
		flush_stdout();
	} else {
		write_file(&job, output);
	}
	return close_job(&job);
}
