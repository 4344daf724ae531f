/* SPDX-License-Identifier: MIT */
/*
 * The last lines of a recording, see record_found.h. The archive is read once
 * or twice, so its size is bounded: a user does not wait for these lines.
 */
#include "tools/command/record_found.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/library/reader.h"
#include "tools/print/print.h"

/* For somebody who looks: some 500,000 calls, which are read in 0.1 s. Others
 * count the processor's time. */
#define MOST_BYTES (32ull << 20)
#define MOST_UNSEEN_BYTES (2ull << 20)

static struct fxtrace_archive *sums(const char *path, enum fxtrace_by by,
				    const char *failing)
{
	const struct fxtrace_options how = {
		.size = sizeof(how),
		.max_memory_bytes = 64 << 20,
		.by = by,
		.calls = failing,
		.errors = failing != NULL,
	};
	struct fxtrace_archive *archive = fxtrace_open(path, &how);

	if (archive && fxtrace_error(archive)->status == FXTRACE_OK)
		return archive;
	if (archive)
		fxtrace_close(archive);
	return NULL;
}

/* Of rows: what took most time, and did not wait, and what failed most. */
static const struct fxtrace_row *slowest_of(
	const struct fxtrace_archive *archive)
{
	const struct fxtrace_row *slowest = NULL;

	for (size_t i = 0; i < fxtrace_n_rows(archive); i++) {
		const struct fxtrace_row *row = fxtrace_row(archive, i);

		if (!row->is_waiting && row->self_ns &&
		    (!slowest || row->self_ns > slowest->self_ns))
			slowest = row;
	}
	return slowest;
}

static const struct fxtrace_row *failing_of(
	const struct fxtrace_archive *archive)
{
	const struct fxtrace_row *failing = NULL;

	for (size_t i = 0; i < fxtrace_n_rows(archive); i++) {
		const struct fxtrace_row *row = fxtrace_row(archive, i);

		if (row->n_errors &&
		    (!failing || row->n_errors > failing->n_errors))
			failing = row;
	}
	return failing;
}

static void say_slowest(const struct fxtrace_row *row)
{
	struct pen pen = {.out = NULL};
	struct fxr_text time;

	print_duration(&pen, row->self_ns);
	time = pen_take(&pen);
	say("slowest: %s, %.*s in %s", row->function->name, (int)time.n_bytes,
	    time.bytes, human_things(row->n_calls, "call").text);
	pen_fini(&pen);
}

/* "open, 41 of 60 calls, 40 x ENOENT" */
static void say_failing(const char *path, const struct fxtrace_row *row)
{
	struct fxtrace_archive *errors =
		sums(path, FXTRACE_BY_ERRNO, row->function->name);
	const struct fxtrace_row *most = errors ? failing_of(errors) : NULL;

	say("failed most: %s, %s of %s%s%s%s%s", row->function->name,
	    human_count(row->n_errors).text,
	    human_things(row->n_calls, "call").text, most ? ", " : "",
	    most ? human_count(most->n_errors).text : "", most ? " x " : "",
	    most ? most->text : "");
	if (errors)
		fxtrace_close(errors);
}

/* The name as a shell reads it. */
static void say_try(const char *command, const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "./_-+,:@%";
	bool is_plain = !path[strspn(path, plain)] && *path != '-';

	if (!is_plain && strchr(path, '\''))
		return;
	say(is_plain ? "try: fxtrace %s %s" : "try: fxtrace %s -- '%s'",
	    command, path);
}

void record_say_found(const char *path)
{
	const struct fxtrace_row *slowest, *failing;
	struct fxtrace_archive *archive;
	uint64_t most_bytes;
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return;
	most_bytes = isatty(STDERR_FILENO) ? MOST_BYTES : MOST_UNSEEN_BYTES;
	archive = (uint64_t)st.st_size <= most_bytes
			  ? sums(path, FXTRACE_BY_FUNCTION, NULL)
			  : NULL;
	if (!archive) {
		say_try("report", path);
		return;
	}
	slowest = slowest_of(archive);
	failing = failing_of(archive);
	if (slowest)
		say_slowest(slowest);
	if (failing)
		say_failing(path, failing);
	if (fxtrace_totals(archive)->n_calls)
		say_try(failing ? "dump --errors" : "report", path);
	fxtrace_close(archive);
}
