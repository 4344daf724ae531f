/* SPDX-License-Identifier: MIT */
/*
 * The same content as the page, for scripts: a new folder with inspect.json and
 * the pictures as files (export_files.h). Content N is content-N.raw. What a
 * draw draws to is draw-N-NAME-before.raw and draw-N-NAME-after.raw.
 *
 *	{"about":{"version":1,"writer":"...","title":"...","fault":"...",
 *		"notes":[...],"context":{...},"recorded":{...}},
 *	 "pictures":{"every":1},
 *	 "frames":[...],		as in strip.h
 *	 "calls":[...],			as in call_rows.h
 *	 "draws":[...],			as in export_draws.h
 *	 "files":{...}}			as in export_files.h
 */
#ifndef TOOLS_INSPECT_EXPORT_H
#define TOOLS_INSPECT_EXPORT_H

#include "tools/inspect/capture.h"

struct export_words {
	const char *title; /* for people */
	const char *fault; /* why the replay ended early, or NULL */
	/* If all files have more bytes, pictures of draws are left out. */
	uint64_t max_bytes;
};

struct export_counts {
	uint64_t n_bytes, n_files;
	/* Pictures are those of draws k - 1, 2 * k - 1 ..., of the first and of
	 * the last one. 1: none is left out */
	uint32_t every;
};

/* Writes the folder, see new_folder.h. Exits if it cannot, and leaves nothing
 * behind. */
struct export_counts export_write(const struct capture *capture,
				  const char *path,
				  const struct export_words *words);

#endif
