/* SPDX-License-Identifier: MIT */
/*
 * Records of others' archives that are neither calls nor events: blobs that do
 * not belong to a call, scheduling records, unknown types. No other format has
 * a place for them. (Names of objects are not counted.)
 */
#ifndef TOOLS_CONVERT_LEFT_OUT_H
#define TOOLS_CONVERT_LEFT_OUT_H

#include "tools/library/reader.h"

/* Of notes, with their end. */
#define LEFT_OUT_BYTES 512u

struct left_out {
	uint64_t n_switches, n_blobs, n_unknown;
};

/* Counts the event if it is one of these. */
void left_out_count(struct left_out *left_out,
		    const struct fxtrace_event *event);
/* Says how many there were, if any. notes: LEFT_OUT_BYTES of text, to which
 * this is appended. */
void left_out_report(const struct left_out *left_out, char *notes);

#endif
