/* SPDX-License-Identifier: MIT */
/*
 * Sums over the calls of an archive, as `fxtrace report` has them. A thread
 * makes them.
 */
#ifndef TOOLS_BROWSE_SUMMARY_H
#define TOOLS_BROWSE_SUMMARY_H

#include "tools/browse/found.h"
#include "tools/library/reader.h"

struct summary;

/*
 * Begins to read.
 * path        of a file; borrowed
 * words       which calls; borrowed until it is done
 * debug_path  for callers, see reader.h; borrowed, may be NULL
 */
struct summary *summary_open(const char *path, enum fxtrace_by by,
			     const struct found_words *words,
			     const char *debug_path);
/* One that is not done yet ends with the process. */
void summary_close(struct summary *summary);

bool summary_is_done(const struct summary *summary);
/* How much was read, in percent. */
unsigned summary_percent(const struct summary *summary);

/* What was read, for its rows; may be faulty. Only once it is done. NULL: no
 * memory. */
const struct fxtrace_archive *summary_archive(const struct summary *summary);

#endif
