/* SPDX-License-Identifier: MIT */
/*
 * Which of an archive's records are written if the user selected calls: these
 * calls, and flows between them.
 */
#ifndef TOOLS_CONVERT_WANTED_H
#define TOOLS_CONVERT_WANTED_H

#include "tools/convert/convert.h"
#include "tools/archive/flows.h"

/* All zero except for output. */
struct wanted {
	struct convert_output *output;
	struct fxr_map names; /* hashes of (category, name): is it selected */
	struct flows flows;
};

/* Takes the archive's next record in a first pass. */
void wanted_note(struct wanted *wanted, struct fxr_reader *reader,
		 const struct fxr_record *record);
/* Makes such a pass, if the user selected calls. False: the archive cannot be
 * read again, and output->error says so. */
bool wanted_scan(struct wanted *wanted);
/* Whether a known record is written, once all records were noted. */
bool wanted_has(struct wanted *wanted, struct fxr_reader *reader,
		const struct fxr_record *record);
void wanted_fini(struct wanted *wanted);

#endif
