/* SPDX-License-Identifier: MIT */
/*
 * Opening archives for the commands that read them, see archive.h.
 */
#include "tools/archive/archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/archive/finish.h"
#include "tools/archive/repack.h"
#include "tools/reader/source.h"

static struct {
	uint64_t first_ns, last_ns;
	bool is_shown;
} progress;

/* NAME.fxt and NAME.fxt.N, but not NAME.fxt~N, an older file */
static bool is_archive_name(const char *name)
{
	const char *end = strstr(name, ".fxt");

	if (!end || *name == '.')
		return false;
	end += 4;
	if (*end == '.')
		end += 1 + strspn(end + 1, "0123456789");
	return !*end;
}

static bool is_newer(const struct stat *a, const struct stat *b)
{
	if (a->st_mtim.tv_sec != b->st_mtim.tv_sec)
		return a->st_mtim.tv_sec > b->st_mtim.tv_sec;
	return a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

static const char *newest_archive(void)
{
	static char newest[256];
	struct stat best = {0}, status;
	const struct dirent *entry;
	DIR *here = opendir(".");

	while (here && (entry = readdir(here))) {
		if (!is_archive_name(entry->d_name) ||
		    stat(entry->d_name, &status) || !S_ISREG(status.st_mode) ||
		    (*newest && !is_newer(&status, &best)))
			continue;
		best = status;
		snprintf(newest, sizeof(newest), "%s", entry->d_name);
	}
	if (here)
		closedir(here);
	if (!*newest)
		die("no archive (*.fxt) in the current directory; name one");
	return newest;
}

const char *archive_path(const struct cmd *cmd, int argc, char **argv)
{
	const char *path;

	if (argc > 1)
		usage(cmd, "one archive at a time, not also '%s'", argv[1]);
	if (argc)
		return argv[0];
	path = newest_archive();
	say("%s: the newest archive here", path);
	return path;
}

bool archive_is_file(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* A circular archive that is not finished is read from a finished copy, which
 * has no name. -1: the archive is not one. */
static int finished_copy(const char *path)
{
	char why[256];
	int fd = strcmp(path, "-") == 0 ? -1 : finish_copy(path, why);

	if (fd == -2)
		die("%s: %s", path, why);
	return fd;
}

struct fxr_reader *archive_open(const char *path, bool is_seekable)
{
	struct fxr_error error;
	struct fxr_reader *reader;
	int fd = finished_copy(path);
	char copy[40];

	snprintf(copy, sizeof(copy), "/dev/fd/%d", fd);
	reader = fxr_open(fd < 0 ? path : copy, is_seekable, &error);
	if (fd >= 0)
		close(fd);

	if (!reader)
		die("%s: %s", path, error.expected);
	return reader;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void archive_progress(void *context, uint64_t done_bytes, uint64_t total_bytes)
{
	uint64_t ns = now_ns();

	(void)context;
	if (!progress.first_ns)
		progress.first_ns = progress.last_ns = ns;
	/* first after a second, then ten times a second */
	if (ns - progress.first_ns < 1000000000 ||
	    ns - progress.last_ns < 100000000 || !isatty(2))
		return;
	progress.last_ns = ns;
	progress.is_shown = true;
	if (total_bytes && done_bytes <= total_bytes)
		fprintf(stderr, "\rfxtrace: reading, %3u %%",
			(unsigned)(100.0 * (double)done_bytes /
				   (double)total_bytes));
	else
		fprintf(stderr, "\rfxtrace: reading, %" PRIu64 " MiB",
			done_bytes >> 20);
}

void archive_progress_end(void)
{
	if (progress.is_shown)
		fputs("\r\033[K", stderr);
	progress.is_shown = false;
}

/* A newer recorder may write what this version does not know. */
void archive_say_schema(const char *path, uint64_t schema)
{
	static char *said_of;

	if (schema <= FXW_SCHEMA_VERSION ||
	    (said_of && strcmp(said_of, path) == 0))
		return;
	free(said_of);
	said_of = strdup(path);
	say("%s: the archive has schema %" PRIu64
	    ", this fxtrace knows %u: install a newer fxtrace to see all of it",
	    path, schema, FXW_SCHEMA_VERSION);
}

void archive_say_shortened(const char *path, uint64_t n_shortened)
{
	if (n_shortened)
		say("%s: %" PRIu64 " references to long texts are shortened: "
		    "the archive repeats its texts far more often than its "
		    "size explains",
		    path, n_shortened);
}

/* The same of a packed one, whose last record is known only once all are. */
static bool has_packed_end(const char *path)
{
	struct fxr_error error;
	struct fxr_reader *reader = fxr_open(path, false, &error);
	struct fxr_record record;
	enum fxr_status status;
	bool has_end;

	if (!reader)
		return false;
	do
		status = fxr_next(reader, &record);
	while (status == FXR_OK);
	has_end = status == FXR_END && !fxr_is_unended(reader);
	fxr_close(reader);
	return has_end;
}

/* Its last record: an end that came while it was read, or after. */
static bool has_end(int fd)
{
	uint64_t last = 0;
	struct stat st;

	return !fstat(fd, &st) && st.st_size >= (off_t)sizeof(last) &&
	       pread(fd, &last, sizeof(last),
		     st.st_size - (off_t)sizeof(last)) == sizeof(last) &&
	       last == fxt_provider_event((uint32_t)(last >> 20),
					  FXW_PROVIDER_EVENT_ENDED);
}

/* Who writes an archive holds a lock on it, see writer/older.h. The end is
 * there before the lock goes. */
static bool is_being_written(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	bool is_written;

	if (fd < 0)
		return false;
	is_written = (flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK) ||
		     has_end(fd);
	close(fd);
	if (is_written || !repack_is_packed(path))
		return is_written;
	return has_packed_end(path);
}

void archive_say_unended(const char *path)
{
	if (!is_being_written(path))
		say("%s: ends too early: it was cut off, or its session was "
		    "killed; fxtrace recover adds what is left",
		    path);
}

void archive_refuse(const char *path, const struct fxr_reader *reader)
{
	const struct fxr_error *error = fxr_error(reader);

	archive_progress_end();
	if (error && error->status == FXR_ERROR_MAGIC)
		die("%s: offset %" PRIu64 ": %s", path, error->off,
		    error->expected);
}

int archive_status(const char *path, const struct fxr_reader *reader,
		   const struct fxr_calls *calls)
{
	const struct fxr_error *error = fxr_error(reader);
	const char *trouble = calls ? fxr_calls_trouble(calls) : NULL;
	uint64_t n_shortened = fxr_totals(reader)->n_shortened;

	archive_say_schema(path, fxr_totals(reader)->schema);
	archive_say_shortened(path, n_shortened);
	if (trouble)
		say("%s: %s", path, trouble);
	else if (!error && fxr_is_unended(reader))
		archive_say_unended(path);
	if (error)
		say("%s: offset %" PRIu64 ": %s", path, error->off,
		    error->expected);
	return error || trouble || n_shortened;
}

struct archive_reading archive_begin(const char *path)
{
	struct fxr_calls_options how = {.progress = archive_progress};
	struct archive_reading reading = {.reader = archive_open(path, true)};

	reading.calls = fxr_calls_open(reading.reader, &how);
	archive_refuse(path, reading.reader);
	return reading;
}

void archive_close(const struct archive_reading *reading)
{
	fxr_calls_close(reading->calls);
	fxr_close(reading->reader);
}

int archive_end(const char *path, const struct archive_reading *reading)
{
	int status = archive_status(path, reading->reader, reading->calls);

	archive_close(reading);
	return status;
}
