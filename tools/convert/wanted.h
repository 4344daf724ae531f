/* SPDX-License-Identifier: MIT */
/*
 * What stays of an archive's records if the user chose calls: these, and flows
 * between them.
 */
#ifndef TOOLS_CONVERT_WANTED_H
#define TOOLS_CONVERT_WANTED_H

#include "tools/convert/convert.h"
#include "tools/archive/flows.h"

/* All zero but for output. */
struct wanted {
	struct convert_output *output;
	struct fxr_map names; /* (category, name), their hashes: is it wanted */
	struct flows flows;
};

/* Takes the archive's next record in a first reading. */
void wanted_note(struct wanted *wanted, struct fxr_reader *reader,
		 const struct fxr_record *record);
/* Such a reading, if the user chose; false: the archive cannot be read again,
 * which output->error says then. */
bool wanted_look(struct wanted *wanted);
/* Once all records are noted: whether one that is known stays. */
bool wanted_has(struct wanted *wanted, struct fxr_reader *reader,
		const struct fxr_record *record);
void wanted_fini(struct wanted *wanted);

#endif
