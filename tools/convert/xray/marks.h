/* SPDX-License-Identifier: MIT */
/*
 * What a log has besides calls, of an archive's instants, counters, async and
 * flow events and messages: an event with a text, or, of those that came from a
 * log, the event that it was.
 */
#ifndef TOOLS_CONVERT_XRAY_MARKS_H
#define TOOLS_CONVERT_XRAY_MARKS_H

#include "tools/convert/convert.h"
#include "tools/convert/xray/xray.h"

struct xray_mark {
	uint64_t ns, off;	  /* of its record */
	struct fxr_thread thread; /* whose; only its ids count */
	enum xray_kind kind;  /* XRAY_CUSTOM_EVENT, _TYPED_EVENT, _NEW_CPU */
	uint64_t value;	      /* type or processor */
	struct fxr_text data; /* never empty for events */
};

struct xray_marks;

/* Goes over the archive once. NULL, with output's error: it cannot be read.
 * output: borrowed until close. */
struct xray_marks *xray_marks_open(struct convert_output *output);

/* The next in order of time, borrowed until the following; false: none is left.
 */
bool xray_marks_next(struct xray_marks *marks, struct xray_mark *mark);

void xray_marks_close(struct xray_marks *marks);

#endif
