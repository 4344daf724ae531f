/* SPDX-License-Identifier: MIT */
/*
 * A log's records that are not calls, from an archive's instants, counters,
 * async and flow events and messages. Each becomes an event with a text. If it
 * came from a log, it becomes the original event.
 */
#ifndef TOOLS_CONVERT_XRAY_MARKS_H
#define TOOLS_CONVERT_XRAY_MARKS_H

#include "tools/convert/left_out.h"
#include "tools/convert/xray/xray.h"
#include "tools/reader/memory.h"

struct xray_mark {
	const struct fxtrace_event *event;
	enum xray_kind kind;  /* XRAY_CUSTOM_EVENT, _TYPED_EVENT, _NEW_CPU */
	uint64_t value;	      /* type or processor */
	struct fxr_text data; /* never empty for events */
};

struct xray_marks;

/* archive: borrowed until close; its events are sorted */
struct xray_marks *xray_marks_open(struct fxtrace_archive *archive);

/* The next one in order of time, borrowed until the following one. False: the
 * end. */
bool xray_marks_next(struct xray_marks *marks, struct xray_mark *mark);

/* What had no place, among the events so far. */
const struct left_out *xray_marks_left_out(const struct xray_marks *marks);

void xray_marks_close(struct xray_marks *marks);

#endif
