/* SPDX-License-Identifier: MIT */
/*
 * Commands as users of the library, see reading.h.
 */
#include "tools/client/reading.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"

static void warn(void *context, const char *text)
{
	(void)context;
	say("%s", text);
}

struct fxtrace_options reading_options(void)
{
	return (struct fxtrace_options){
		.size = sizeof(struct fxtrace_options),
		.max_memory_bytes = UINT64_MAX,
		.progress = archive_progress,
		.warn = warn,
		.may_set_tz = true,
	};
}

void reading_choose(struct fxtrace_options *how, const char *list,
		    const struct filter_words *words)
{
	how->calls = list;
	how->errors = words->is_failed;
	how->min_time = words->min_time;
	how->since = words->since;
	how->until = words->until;
	how->process = words->processes;
	how->thread = words->threads;
	how->frames = words->frames;
	how->path = words->paths;
	how->grep = words->pattern;
}

struct fxtrace_archive *reading_open(const char *path, const char *name,
				     const struct fxtrace_options *how)
{
	struct fxtrace_archive *archive = fxtrace_open(path, how);
	const struct fxtrace_error *error;

	archive_progress_end();
	if (!archive)
		die("out of memory");
	error = fxtrace_error(archive);
	if (error->status == FXTRACE_ERROR_OPEN)
		die("%s: %s", name, error->text);
	if (error->status == FXTRACE_ERROR_OPTION)
		die("--%s", error->text);
	if (error->status == FXTRACE_ERROR_MEMORY)
		die("%s", error->text);
	if (error->status == FXTRACE_ERROR_FORMAT)
		reading_die(name, archive); /* nothing of it is an archive */
	return archive;
}

bool reading_is_in_trouble(const struct fxtrace_archive *archive)
{
	enum fxtrace_status status = fxtrace_error(archive)->status;

	return status == FXTRACE_ERROR_OPEN ||
	       status == FXTRACE_ERROR_CHANGED ||
	       status == FXTRACE_ERROR_TEMPORARY ||
	       status == FXTRACE_ERROR_MEMORY;
}

/* Whether the error is about a place in the archive. */
static bool has_offset(const struct fxtrace_error *error)
{
	return error->status == FXTRACE_ERROR_READ ||
	       error->status == FXTRACE_ERROR_FORMAT ||
	       error->status == FXTRACE_ERROR_RECORD ||
	       error->status == FXTRACE_ERROR_TRUNCATED;
}

static void say_error(const char *path, const struct fxtrace_error *error)
{
	if (has_offset(error))
		say("%s: offset %" PRIu64 ": %s", path, error->offset,
		    error->text);
	else if (error->status)
		say("%s: %s", path, error->text);
}

_Noreturn void reading_die(const char *path,
			   const struct fxtrace_archive *archive)
{
	say_error(path, fxtrace_error(archive));
	exit(EXIT_FAILURE);
}

int reading_close(const char *path, struct fxtrace_archive *archive)
{
	const struct fxtrace_totals *totals = fxtrace_totals(archive);
	const struct fxtrace_error *error = fxtrace_error(archive);
	int status = error->status || totals->n_shortened;

	archive_say_schema(path, totals->schema);
	archive_say_shortened(path, totals->n_shortened);
	if (totals->ends_early && !error->status)
		archive_say_unended(path);
	say_error(path, error);
	fxtrace_close(archive);
	return status;
}
