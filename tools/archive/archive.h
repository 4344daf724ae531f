/* SPDX-License-Identifier: MIT */
/*
 * Shared by commands that read an archive. They open it, show the progress,
 * and report a fault at the end.
 */
#ifndef TOOLS_ARCHIVE_ARCHIVE_H
#define TOOLS_ARCHIVE_ARCHIVE_H

#include "tools/base/option.h"
#include "tools/reader/calls.h"

/* The one operand, or the newest archive of the current directory. Dies if
 * there is none; usage error if there are several operands. */
const char *archive_path(const struct cmd *cmd, int argc, char **argv);

/* Whether it is a file, which can be opened a second time. */
bool archive_is_file(const char *path);

/* Opens it or dies. */
struct fxr_reader *archive_open(const char *path, bool is_seekable);

/* For struct fxr_calls_options: shows the progress on a terminal if reading
 * takes longer than a second. archive_progress_end erases it. */
void archive_progress(void *context, uint64_t done_bytes, uint64_t total_bytes);
void archive_progress_end(void);

/* One of several readings of an archive by a command. */
struct archive_reading {
	struct fxr_reader *reader;
	struct fxr_calls *calls;
};

/* Opens the archive and its calls, all of them, or dies. */
struct archive_reading archive_begin(const char *path);
void archive_close(const struct archive_reading *reading);
/* The same, but reports a fault in the archive, if any; returns the exit
 * status. */
int archive_end(const char *path, const struct archive_reading *reading);

/* Parts of archive_status: what a newer recorder wrote is said once for each
 * archive, though some commands read it twice. */
void archive_say_schema(const char *path, uint64_t schema);
void archive_say_shortened(const char *path, uint64_t n_shortened);
/* Its last record should be an end, and is not, unless it is being written. */
void archive_say_unended(const char *path);

/* Dies if the file has no archive at all. */
void archive_refuse(const char *path, const struct fxr_reader *reader);

/* Reports a fault in the archive, if any; returns the exit status. */
int archive_status(const char *path, const struct fxr_reader *reader,
		   const struct fxr_calls *calls);

#endif
