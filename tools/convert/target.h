/* SPDX-License-Identifier: MIT */
/*
 * The files that a conversion makes: under a temporary name beside their own
 * until they are whole, or standard output; packed on the way, if that is
 * wanted. What is wrong with them is said.
 */
#ifndef TOOLS_CONVERT_TARGET_H
#define TOOLS_CONVERT_TARGET_H

#include <limits.h>

#include "tools/convert/convert.h"
#include "tools/base/replace.h"

struct target {
	const char *path; /* of what is made, borrowed */
	struct replace replace;
	FILE *to;  /* the file, or standard output */
	FILE *out; /* what is written to: the same, or what packs for it */
};

/* path "-": standard output. False: nothing is there then. */
bool target_open(struct target *target, const char *path, enum packing packing);
/* is_done: all of it was written. Returns whether the file is there and
 * whole. */
bool target_close(struct target *target, bool is_done);

/* OUT, and what belongs to it, as far as the format has that. */
struct targets {
	struct target out, sidecar;
	char path[PATH_MAX + 32]; /* the sidecar's */
};

/* all: zeros. False: nothing is there then. */
bool targets_open(struct targets *all, const struct convert_job *job);
/* Both or none: neither takes its place before all of both is written. */
bool targets_close(struct targets *all, bool is_done);

#endif
