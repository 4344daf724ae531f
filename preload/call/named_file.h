/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_PATH: which calls concern files of these names. A call names one as a
 * path, or uses a descriptor, stream or folder stream that was opened from one.
 * The kernel says what a descriptor is (/proc/self/fd), also one that was
 * inherited or received. That is a system call for each descriptor of a call,
 * but only in a recording with this filter.
 *
 * Any thread, any signal handler, but for fxp_named_files_use.
 */
#ifndef PRELOAD_CALL_NAMED_FILE_H
#define PRELOAD_CALL_NAMED_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/call/preload.h"

/* Once, at start. list: well formed (writer/path_globs.h) and kept, or NULL:
 * there is no such filter. */
void fxp_named_files_use(const char *list);
bool fxp_named_files_are_on(void);

/* Whether calls of the function can concern files at all. */
bool fxp_named_files_concern(const struct fxg_table *table,
			     const struct fxg_function *f);

/* Whether the call concerns one of the files. It has returned, or it is about
 * to be jumped to.
 * slot  its values, and its result if it has returned */
bool fxp_named_files_fit(const struct fxp_slot *cell, const uint64_t *slot,
			 bool has_returned);

#endif
