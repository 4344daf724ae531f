/* SPDX-License-Identifier: MIT */
/*
 * Events that do not belong to calls: flows, async events, counters, instants.
 */
#ifndef TOOLS_READER_EVENT_H
#define TOOLS_READER_EVENT_H

#include "tools/reader/reader.h"
#include "tools/reader/value.h"

/* Whether a known event is one that viewers show and that does not belong to a
 * call. Others are about the archive itself. */
bool fxr_is_shown_event(const struct fxr_record *record,
			struct fxr_text category);

/* An argument of such an event. A koid or an unknown type is NULL and false. */
bool fxr_event_value(struct fxr_reader *reader, const struct fxr_record *record,
		     const struct fxt_arg *arg, struct fxr_value *value);

/* Whether a blob of this name is a piece of a call's memory, and its number,
 * which an argument contains. */
bool fxr_is_piece(struct fxr_text name, uint64_t *number);

#endif
