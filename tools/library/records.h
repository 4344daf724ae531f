/* SPDX-License-Identifier: MIT */
/*
 * The records of an archive that are events, in the order that the options
 * want, while calls are read independently.
 */
#ifndef TOOLS_LIBRARY_RECORDS_H
#define TOOLS_LIBRARY_RECORDS_H

#include "tools/archive/flows.h"
#include "tools/library/reader.h"
#include "tools/reader/sort.h"

/* All zero: nothing was read. */
struct library_records {
	struct fxr_reader *reader; /* NULL: it is not open */
	/* The current one: */
	struct fxr_record record;
	enum fxtrace_event_kind kind;
	uint64_t ns;

	bool is_scanned; /* for flows: */
	struct flows flows;
	struct fxr_map chosen;	/* by hashes of a function's names */
	struct fxr_map pieces;	/* of memory, that are of chosen calls */
	struct fxr_arena arena; /* of names: memory may not suffice */
	struct fxr_sorter sorter;
	bool has_sorter;
	uint64_t *words; /* of a record that is read again */
};

/* Opens the archive once more, and reads it as far as the options need that.
 * False, with an error: that fails. */
bool library_records_open(struct fxtrace_archive *archive);

/* All of these are for library_run, but for close. */

/* Opens the archive once more; sets its error if that fails. A library_work. */
void library_records_begin(struct fxtrace_archive *archive, void *context);
/* False: there is none, or the archive has an error now. */
bool library_records_next(struct fxtrace_archive *archive);
/* Begins again. What is known of flows remains. */
void library_records_restart(struct fxtrace_archive *archive);
void library_records_close(struct fxtrace_archive *archive);

/* Whether it is no record of a call that the user has not chosen. */
bool library_is_chosen(struct fxtrace_archive *archive,
		       struct fxr_reader *reader,
		       const struct fxr_record *record);
/* False: it is no event, and no record that needs to be mentioned. */
bool library_find_kind(const struct fxr_record *record,
		       enum fxtrace_event_kind *kind);
/* Whether a record of that kind is none of the recorder's own, nor of what was
 * not chosen. */
bool library_is_event(struct fxtrace_archive *archive,
		      struct fxr_reader *reader,
		      const struct fxr_record *record,
		      enum fxtrace_event_kind kind);

#endif
