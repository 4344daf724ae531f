/* SPDX-License-Identifier: MIT */
/*
 * A log's records that are not calls, from an archive's instants, counters,
 * async and flow events and messages. Each becomes an event with a text. If it
 * came from a log, it becomes the original event.
 */
#ifndef TOOLS_CONVERT_XRAY_MARKS_H
#define TOOLS_CONVERT_XRAY_MARKS_H

#include "tools/convert/convert.h"
#include "tools/convert/xray/xray.h"

struct xray_mark {
	uint64_t ns, off;	  /* of its record */
	struct fxr_thread thread; /* its thread; only its ids count */
	enum xray_kind kind;  /* XRAY_CUSTOM_EVENT, _TYPED_EVENT, _NEW_CPU */
	uint64_t value;	      /* type or processor */
	struct fxr_text data; /* never empty for events */
};

struct xray_marks;

/* Reads the archive once. NULL, with output's error: it cannot be read. output:
 * borrowed until close. */
struct xray_marks *xray_marks_open(struct convert_output *output);

/* The next one in order of time, borrowed until the following one. False: the
 * end. */
bool xray_marks_next(struct xray_marks *marks, struct xray_mark *mark);

void xray_marks_close(struct xray_marks *marks);

#endif
