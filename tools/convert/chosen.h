/* SPDX-License-Identifier: MIT */
/*
 * Which calls a conversion is about: the format's, as changed by the user, and
 * of these the ones that handle certain files.
 */
#ifndef TOOLS_CONVERT_CHOSEN_H
#define TOOLS_CONVERT_CHOSEN_H

#include "tools/convert/convert.h"

struct chosen {
	char *list;	   /* of functions, by tools/select/select.h; or NULL */
	const char *paths; /* globs of files (writer/path_globs.h), or NULL */
	struct concern *concern; /* NULL: not yet */
};

/* For a job that has a format to write. Ends with chosen_close. */
struct chosen chosen_open(const struct convert_job *job);
void chosen_close(struct chosen *chosen);

/* What the archive's reader may leave out. `chosen` is borrowed. Where files
 * are chosen that is nothing: other calls say what descriptors lead to. */
struct fxr_calls_options chosen_options(struct chosen *chosen);

/* Whether one of the calls that the reader gives, in their order, is chosen. */
bool chosen_has(struct chosen *chosen, struct fxr_world *world,
		const struct fxr_call *call);

#endif
