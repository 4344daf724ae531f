/* SPDX-License-Identifier: MIT */
/*
 * The archive that one process writes itself (writer/wire.h describes its
 * layout). Opens it for reading, checks the layout, and finds out whether the
 * process still writes it. Every byte is distrusted; nothing here exits.
 */
#ifndef TOOLS_ARCHIVE_INPROC_H
#define TOOLS_ARCHIVE_INPROC_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

struct inproc {
	const char *path; /* borrowed */
	int fd;
	uint64_t size_bytes; /* of the file when it was opened */
	uint64_t header_off;
	uint64_t control_off;
	uint64_t durable_off; /* both regions lie inside the file */
	uint64_t durable_end_off;
	uint64_t rolling_off; /* == durable_end_off unless the file was cut */
	uint64_t rolling_end_off;
	struct fxw_header header;
	struct fxw_control control;
	bool is_foreign;
	char error[256]; /* "offset N: what was expected", without the path */
};

/*
 * Opens the archive `path` and checks its layout. Returns false and fills in
 * error if it cannot be read or is not such an archive; nothing is open then.
 */
bool inproc_open(struct inproc *archive, const char *path);

/* Puts what went wrong into archive->error. Returns false. */
bool inproc_fail(struct inproc *archive, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Closes what inproc_open opened. */
void inproc_close(struct inproc *archive);

/* True once every word of the file is part of a record. It may have been cut
 * since. */
bool inproc_is_finished(const struct inproc *archive);

/* True if it was finished, and cut at a record's end later. */
bool inproc_is_cut(const struct inproc *archive);

/* True if it could not be opened because it is an archive, but none that one
 * process wrote itself. */
bool inproc_is_foreign(const struct inproc *archive);

/* True if its rolling buffers consist of spans of several laps. */
bool inproc_has_laps(const struct inproc *archive);

/* True if the process that made the archive is alive and has the file mapped,
 * or is alive and does not let us check. */
bool inproc_is_live(const struct inproc *archive);

#endif
