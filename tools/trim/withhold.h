/* SPDX-License-Identifier: MIT */
/*
 * Takes values out of the records of an archive, as `record --redact` does when
 * they are recorded: a null argument and the value's size remain. Facts are
 * events of their own, so `process:argv` names one, too.
 */
#ifndef TOOLS_TRIM_WITHHOLD_H
#define TOOLS_TRIM_WITHHOLD_H

#include "tools/reader/reader.h"

struct withhold;

/* list: of writer/redact.h, borrowed, well formed. Never NULL. */
struct withhold *withhold_open(const char *list);
void withhold_close(struct withhold *withhold);

/* First for all records: notes what is to go, and sizes of memory in pieces. */
void withhold_note(struct withhold *withhold, struct fxr_reader *reader,
		   const struct fxr_record *record);

/* An item of the list that fits nothing of what was noted, as text to its end;
 * NULL: each one does. */
const char *withhold_unfit(const struct withhold *withhold);

/* Then for each record: false: it goes as a whole. Else its words and arguments
 * are without the values, and last until the next call. */
bool withhold_apply(struct withhold *withhold, struct fxr_reader *reader,
		    struct fxr_record *record);

#endif
