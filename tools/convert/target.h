/* SPDX-License-Identifier: MIT */
/*
 * The output files of a conversion, or standard output. Until they are
 * complete, they have a temporary name in the same folder. They are packed on
 * request. Errors are reported.
 */
#ifndef TOOLS_CONVERT_TARGET_H
#define TOOLS_CONVERT_TARGET_H

#include <limits.h>

#include "tools/convert/convert.h"
#include "tools/base/replace.h"

struct target {
	const char *path; /* of the output, borrowed */
	struct replace replace;
	FILE *to;  /* the file, or standard output */
	FILE *out; /* to write to: the same, or a stream that packs for it */
};

/* path "-": standard output. overwrite: an older file is not kept. False:
 * nothing was created. */
bool target_open(struct target *target, const char *path, bool overwrite,
		 enum packing packing);
/* is_done: all of it was written. Returns whether the file exists and is
 * complete. */
bool target_close(struct target *target, bool is_done);

/* Whether an output that is not complete may get its name: a complete one that
 * exists is kept, which is said. */
bool target_may_be_partial(const char *path);

/* OUT, and its sidecar if the format has one. */
struct targets {
	struct target out, sidecar;
	char path[PATH_MAX + 32]; /* the sidecar's */
};

/* all: zeros. False: nothing was created. */
bool targets_open(struct targets *all, const struct convert_job *job);
/* The file that a format opens by itself; NULL: it does not, or there is no
 * name. */
const char *targets_own_name(struct targets *all,
			     const struct convert_job *job);
/* Both or none: neither is renamed to its name before all of both is
 * written. */
bool targets_close(struct targets *all, bool is_done);

#endif
