/* SPDX-License-Identifier: MIT */
/*
 * From any format to any other, see convert.h.
 */
#include "tools/convert/convert.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/convert/rows.h"
#include "tools/convert/target.h"
#include "tools/convert/unpacked.h"
#include "tools/base/die.h"
#include "tools/reader/inflate.h"
#include "tools/reader/source.h"
#include "tools/reader/temporary.h"
#include "tools/base/replace.h"

/* Limit of a value in pieces: one call at a time is in memory. */
#define MAX_BLOB_BYTES (256u << 20)

struct convert_calls {
	const char *path; /* of the archive */
	struct fxr_reader *reader;
	struct fxr_calls *calls;
	uint64_t n_done;
};

static bool is_stream(const char *path)
{
	return strcmp(path, "-") == 0;
}

/* Whether to pass the file to the archive reader, which also reports errors. */
static bool is_archive(const unsigned char *bytes, size_t n_bytes)
{
	static const uint64_t magic = FXT_MAGIC;

	return n_bytes < sizeof(magic) ||
	       memcmp(bytes, &magic, sizeof(magic)) == 0 ||
	       fxr_packing_of(bytes, n_bytes) != FXR_PACKING_NONE;
}

/* Whether the input can be read only once, or not from its beginning again. */
static bool is_pipe(const char *path)
{
	struct stat st;

	return is_stream(path) ||
	       (stat(path, &st) == 0 && !S_ISREG(st.st_mode) &&
		!S_ISDIR(st.st_mode));
}

static FILE *open_input(const char *path)
{
	FILE *in = is_stream(path) ? stdin : fopen(path, "re");
	struct stat st;

	if (!in)
		die("%s: %s", path, strerror(errno));
	if (fstat(fileno(in), &st) == 0 && S_ISDIR(st.st_mode))
		die("%s: %s", path, strerror(EISDIR));
	return in;
}

/* Copies all of a pipe to an unnamed file. */
static FILE *copy_of(const char *path)
{
	static char bytes[64 << 10];
	FILE *in = open_input(path), *copy = fxr_temporary_file();
	uint64_t n_done = 0;
	size_t n;

	while (copy && (n = fread(bytes, 1, sizeof(bytes), in))) {
		if (fwrite(bytes, 1, n, copy) != n)
			break;
		n_done += n;
		archive_progress(NULL, n_done, 0);
	}
	archive_progress_end();
	if (ferror(in))
		die("%s: %s", path, strerror(errno));
	if (!copy || fflush(copy) || ferror(copy))
		die("a temporary file: %s", strerror(errno));
	if (in != stdin)
		fclose(in);
	rewind(copy);
	return copy;
}

void convert_detect(struct convert_job *job, convert_find *find)
{
	unsigned char bytes[CONVERT_PROBE_BYTES];
	FILE *in;
	size_t n;

	replace_guard();
	if (is_pipe(job->in))
		in = job->copy = copy_of(job->in);
	else
		in = open_input(job->in);
	n = fread(bytes, 1, sizeof(bytes), in);
	if (job->copy)
		rewind(in);
	else
		fclose(in);
	job->from = n ? find(job->in, bytes, n) : NULL;
	if (job->from || is_archive(bytes, n))
		return;
	job->from = find(job->in, NULL, 0);
	if (job->from && !job->from->read)
		job->from = NULL;
}

bool convert_next(struct convert_calls *calls, struct fxr_call *call)
{
	if (!fxr_calls_next(calls->calls, call))
		return false;
	if (++calls->n_done % 1024 == 0)
		archive_progress(NULL, calls->n_done, convert_n_calls(calls));
	return true;
}

uint64_t convert_n_calls(const struct convert_calls *calls)
{
	return fxr_calls_totals(calls->calls)->n_calls;
}

uint64_t convert_n_bytes(const struct convert_calls *calls)
{
	return fxr_off(calls->reader);
}

uint64_t convert_last_ns(const struct convert_calls *calls)
{
	return fxr_calls_totals(calls->calls)->last_ns;
}

struct fxr_reader *convert_records(struct convert_calls *calls,
				   bool is_seekable)
{
	struct fxr_error error;

	return fxr_open(calls->path, is_seekable, &error);
}

/* Reports a converter's notes and its error, if any. */
static bool report_result(const char *path, bool is_done, const char *notes,
			  const char *error)
{
	archive_progress_end();
	if (notes[0])
		say("%s: %s", path, notes);
	if (!is_done)
		say("%s: %s", path, error[0] ? error : "cannot be converted");
	return is_done;
}

/* Reads a file that may be packed. */
static bool read_unpacked(const struct convert_job *job,
			  struct convert_input *input)
{
	struct unpacked *unpacked = unpacked_open(input->in);
	const char *trouble;
	bool is_done;

	input->in = unpacked_stream(unpacked);
	is_done = job->from->read(input);
	trouble = unpacked_trouble(unpacked);
	if (trouble)
		snprintf(input->error, sizeof(input->error),
			 "offset %" PRIu64 " of what is packed: %s",
			 unpacked_off(unpacked), trouble);
	unpacked_close(unpacked);
	return is_done && !trouble;
}

static void show_progress(const struct convert_input *input)
{
	off_t off = ftello(input->whole);
	struct stat st;

	if (fstat(fileno(input->whole), &st) || !S_ISREG(st.st_mode))
		st.st_size = 0;
	archive_progress(NULL, off < 0 ? 0 : (uint64_t)off,
			 (uint64_t)st.st_size);
}

/* Reads the foreign file into an archive. */
static bool read_into(const struct convert_job *job, FILE *archive)
{
	FILE *in = job->copy ?: open_input(job->in);
	struct convert_input input = {.path = job->in,
				      .in = in,
				      .archive = archive,
				      .companion = job->companion,
				      .progress = show_progress,
				      .whole = in};
	bool is_done = job->from->is_unpacked ? read_unpacked(job, &input)
					      : job->from->read(&input);

	if (ferror(in)) {
		snprintf(input.error, sizeof(input.error), "cannot be read");
		is_done = false;
	}
	if (in != stdin)
		fclose(in);
	return report_result(job->in, is_done, input.notes, input.error);
}

/* Whether the archive, however damaged, has anything to write. */
static bool has_something(const struct convert_calls *calls)
{
	return !fxr_calls_trouble(calls->calls) &&
	       (!fxr_error(calls->reader) || convert_n_calls(calls));
}

/* Writes the archive with the reader itself. name: of the open archive. Returns
 * whether all of it was sound; *is_written: what was sound is written. */
static bool write_from(const struct convert_job *job, const char *name,
		       struct fxr_reader *reader, struct targets *all,
		       bool *is_written)
{
	struct convert_calls calls = {.path = name, .reader = reader};
	const struct fxr_calls_options how = {
		.progress = archive_progress,
		.max_blob_bytes = MAX_BLOB_BYTES,
	};
	struct convert_output output = {.path = job->out,
					.out = all->out.out,
					.context = job->context,
					.calls = &calls};
	int fault;

	calls.calls = fxr_calls_open(calls.reader, &how);
	output.world = fxr_calls_world(calls.calls);
	*is_written = false;
	if (has_something(&calls))
		*is_written = report_result(
			is_stream(job->out) ? job->in : job->out,
			job->to->write(&output), output.notes, output.error);
	archive_progress_end();
	fault = archive_status(job->in, calls.reader, calls.calls);
	*is_written &= !fxr_calls_trouble(calls.calls);
	fxr_calls_close(calls.calls);
	fxr_close(calls.reader);
	return !fault;
}

/* The name of FILE's descriptor. */
static void name_of(FILE *file, char *name, size_t name_bytes)
{
	snprintf(name, name_bytes, "/proc/self/fd/%d", fileno(file));
}

static int run_to_archive(const struct convert_job *job)
{
	struct target target = {0};

	if (!target_open(&target, job->out, job->overwrite, job->packing))
		return 1;
	return !target_close(&target, read_into(job, target.out));
}

static int run_from_archive(const struct convert_job *job, const char *name)
{
	/* this may be the end, when nothing is there yet */
	struct fxr_reader *reader = archive_open(name, true);
	struct targets targets = {0};
	bool is_sound, is_written;

	if (!targets_open(&targets, job)) {
		fxr_close(reader);
		return 1;
	}
	is_sound = write_from(job, name, reader, &targets, &is_written);
	if (is_written && !is_sound)
		is_written = target_may_be_partial(job->out);
	return !targets_close(&targets, is_written) || !is_sound;
}

/* From an archive in a file. */
static int run_from_file(const struct convert_job *job, char *name)
{
	return job->to->write_rows ? rows_convert(job, &name, 1)
				   : run_from_archive(job, name);
}

/* By way of an unnamed file. */
static int run_through_archive(const struct convert_job *job)
{
	FILE *archive = fxr_temporary_file();
	char name[64];
	int status;

	if (!archive)
		die("a temporary file: %s", strerror(errno));
	if (!read_into(job, archive))
		return 1;
	if (fflush(archive) || ferror(archive))
		die("a temporary file: %s", strerror(errno));
	name_of(archive, name, sizeof(name));
	status = run_from_file(job, name);
	fclose(archive);
	return status;
}

/* An archive that is not a regular file. */
static int run_from_copy(const struct convert_job *job)
{
	FILE *copy = job->copy ?: copy_of(job->in);
	char name[64];
	int status;

	name_of(copy, name, sizeof(name));
	status = run_from_file(job, name);
	fclose(copy);
	return status;
}

int convert_run(const struct convert_job *job)
{
	replace_guard();
	if (job->n_in)
		return rows_convert(job, job->more_in, job->n_in);
	if (!job->to)
		return run_to_archive(job);
	if (job->from)
		return run_through_archive(job);
	return is_pipe(job->in) ? run_from_copy(job)
				: run_from_file(job, (char *)job->in);
}
